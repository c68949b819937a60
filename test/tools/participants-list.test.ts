import { describe, expect, test } from 'vitest';
import { type Institutions, readParticipants, refreshed } from '../../tools/participants-list.ts';

// The format of the Central Bank: a title, the active participants, and then the participants that are still joining.
const title = 'Lista de participantes ativos do Pix';
const header =
  ' ;Nome Reduzido;ISPB;CNPJ;Tipo de Instituição;Autorizada pelo BCB;Tipo de Participação no SPI;Tipo de Participação no Pix;Modalidade de Participação no Pix;Iniciação de Transação de Pagamento;Facilitador de serviço de Saque e Troco (FSS)';
const row = (number: number, name: string, ispb: string, mode = 'Provedor de Conta Transacional') =>
  `${number};${name};${ispb};00.000.000/0001-00;Banco Múltiplo;Sim;Direta;Obrigatória;${mode};Sim;Não`;
const ispbOf = (number: number) => String(10_000_000 + number);
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    row(from + index, `BCO Nº ${from + index}`.replace('º', 'O'), ispbOf(from + index)),
  );
const joining = [
  'Lista de instituições em processo de adesão ao Pix',
  ' ;Nome Reduzido;ISPB;CNPJ;Tipo de Instituição;Autorizada pelo BCB;Modalidade de Participação no Pix;Etapa',
  '1;STILL JOINING IP;99999999;00.000.000/0001-00;IP;Sim;Provedor de Conta Transacional;Etapa Homologatória',
];
const file = (...rows: string[]) => Buffer.from([title, header, ...rows, ...joining, ''].join('\r\n'));
const latin = (text: Buffer) => Buffer.from(text.toString(), 'latin1');

describe('the Central Bank’s list of participants', () => {
  test('the list is read up to the institutions that are still joining, in either encoding', () => {
    const bytes = file(row(1, 'ITAÚ UNIBANCO S.A.', '60701190'), ...many(0, 600));
    for (const encoded of [bytes, latin(bytes)]) {
      const found = readParticipants(encoded);
      expect(found.size).toBe(601);
      expect(found.get('60701190')).toBe('ITAÚ UNIBANCO S.A.');
      expect(found.has('99999999')).toBe(false);
    }
  });

  test('institutions without an ISPB, and institutions without accounts, are left out', () => {
    const bytes = file(
      row(1, 'INICIADOR IP LTDA.', ''),
      row(2, 'GOOGLE PAY BRASIL IP LTDA.', '43394419', 'Iniciador'),
      row(3, 'STARK SCD S.A.', '39908427', 'Liquidante Especial'),
      ...many(0, 600),
    );
    expect(readParticipants(bytes).size).toBe(600);
  });

  test.each([
    ['is not a table', Buffer.from('<html>401 Unauthorized</html>'), 'no table'],
    ['is cut off', file(...many(0, 499)), '499 participants: it is not complete'],
    ['has a short ISPB', file(row(1, 'BCO', '360305'), ...many(0, 600)), 'not eight digits: 360305'],
    ['has an ISPB twice', file(...many(0, 600), row(1, 'BCO', ispbOf(5))), `contains ${ispbOf(5)} twice`],
    ['has markup in a name', file(row(1, '<b>BCO</b>', '60701190'), ...many(0, 600)), 'no readable name'],
  ])('the list is refused if it %s', (_, bytes, message) => {
    expect(() => readParticipants(bytes)).toThrow(message);
  });
});

describe('a newer list of participants', () => {
  const known: Institutions = refreshed(undefined, readParticipants(file(...many(0, 800))), {
    day: '2026-08-21',
    isSure: false,
  });
  const take = (rows: string[], day = '2026-09-01', isSure = false) =>
    refreshed(known, readParticipants(file(...rows)), { day, isSure });

  test('the newer list is sorted, and keeps the names of institutions that have left', () => {
    const next = take([...many(3, 800), row(1, 'A NEW ONE', '00000001')]);

    expect(next.day).toBe('2026-09-01');
    expect(next.participants.length).toBe(798);
    expect(next.participants[0]).toBe('00000001 A NEW ONE');
    expect(next.former).toEqual(['10000000 BCO NO 0', '10000001 BCO NO 1', '10000002 BCO NO 2']);
  });

  test('the newer list restores institutions that have returned', () => {
    const gone = take(many(1, 800));
    const back = refreshed(gone, readParticipants(file(...many(0, 800))), {
      day: '2026-09-02',
      isSure: false,
    });

    expect([gone.former.length, back.former, back.participants]).toEqual([1, [], known.participants]);
  });

  test.each([
    ['many have left', many(25, 800), '2026-09-01', '25 of 800 have left, and 0 are new'],
    ['many are new', many(0, 881), '2026-09-01', '0 of 800 have left, and 81 are new'],
    ['it is older than the known one', many(0, 800), '2026-08-20', 'list, of 2026-08-21, is known'],
  ])('the newer list is written only with the option --yes if %s', (_, rows, day, message) => {
    expect(() => take(rows, day)).toThrow(message);
    expect(take(rows, day, true).day).toBe(day);
  });
});
