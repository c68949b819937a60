import { expect, test } from 'vitest';
import { amountIn, legalIdIn, timeIn } from '../../lib/page/formats.ts';
import { shownName, shownTaxId } from '../../lib/receipt/mask.ts';

test.each([
  ['12345678909', '***.456.789-**'],
  ['123.456.789-09', '***.456.789-**'],
  ['***.456.789-**', '***.456.789-**'],
  ['11222333000181', '11222333000181'],
  ['11.222.333/0001-81', '11222333000181'],
  ['12ABC34501DE35', '12ABC34501DE35'],
  ['1234567890', null],
  ['***12345678909', '***.456.789-**'],
  ['', null],
  [undefined, null],
])('the document %s is shown as %s', (text, shown) => {
  expect(shownTaxId(text)).toBe(shown);
});

test.each([
  ['Fulana de Tal', 'Fulana de Tal'],
  ['Joao da Silva 12345678909', 'Joao da Silva ***.456.789-**'],
  ['123.456.789-09 Joao', '***.456.789-** Joao'],
  ['Obra 11222333000181', 'Obra 11222333000181'],
  [' Ana\u202e\n\u0000 Souza\u200b ', 'Ana Souza'],
  ['\u2028', null],
  [undefined, null],
])('the name %j is shown as %j', (text, shown) => {
  expect(shownName(text)).toBe(shown);
});

const spellings = [
  '12345678909',
  '123.456.789-09',
  '123 456 789 09',
  '123 456 789-09',
  '123.456.789/09',
  '123-456-789-09',
  '123. 456. 789 - 09',
  '123–456–789—09',
  '1 2 3 4 5 6 7 8 9 0 9',
  '123\u00a0456\u2009789\t09',
  '123\u200b456\u2060789\u00ad09',
  '1\u202e23456\u202c78909',
  '１２３４５６７８９０９',
  '１２３．４５６．７８９－０９',
  '①②③456789⁰⁹',
  '١٢٣٤٥٦٧٨٩٠٩',
  '123_456_789_09',
  '123) 456,789 09',
  '123*456*789*09',
  '123º456ª789-09',
  '123ʼ456ʼ789 09',
  '❶❷❸❹❺❻78909',
  '➀➁➂➃➄➅78909',
];

test.each(spellings)('a CPF written in a name as %j is masked, whoever it belongs to', (spelling) => {
  for (const legalId of [undefined, '12345678909', '***.456.789-**', '11222333000181']) {
    expect(shownName(`Joao ${spelling}`, legalId)).toBe('Joao ***.456.789-**');
    expect(shownName(`${spelling} Joao`, legalId)).toBe('***.456.789-** Joao');
    expect(shownName(`Loja 12 ${spelling}ME`, legalId)).toBe('Loja 12 ***.456.789-**ME');
  }
});

test.each([
  ['Joao 98765432109', '98765432109', 'Joao ***.654.321-**'],
  ['Joao 987 654 321 09', '98765432109', 'Joao ***.654.321-**'],
  ['Joao 987 654 321 09', '***.654.321-**', 'Joao ***.654.321-**'],
  ['Joao 0098765432109', '987.654.321-09', 'Joao 00***.654.321-**'],
  ['987.654.321.09 987/654/321/09', '98765432109', '***.654.321-** ***.654.321-**'],
])(
  'the name %j of %s has the party’s own number masked, whatever characters are next to it',
  (text, legalId, shown) => {
    expect(shownName(text, legalId)).toBe(shown);
  },
);

test.each([
  'Obra 11222333000181',
  'Obra 11.222.333/0001-81',
  'Obra 11 222 333 0001 81',
  '11.222.333 Joao da Silva',
  'Rua 12, 345 A 678 901 23',
  'Turma 2026 1ª fase 12 34 56',
])('the name %j has no CPF and is unchanged, since a CNPJ is public', (name) => {
  expect(shownName(name, '11222333000181')).toBe(name);
});

test.each([
  ['Ma\u200bria', 'Maria'],
  ['Ma\u00adria\ufeff \u2066Souza\u2069', 'Maria Souza'],
  ['\u202eairaM', 'airaM'],
  ['Maria\u3164\u115f\uffa0 \u034fS\ufe0fouza\u{e0041}', 'Maria Souza'],
  ['Maria\u2800\u2028Souza\u0007', 'Maria Souza'],
  ['\u3164\u200b', null],
])('the name %j is shown without invisible characters: %j', (text, shown) => {
  expect(shownName(text)).toBe(shown);
});

test('amounts and times are written in the format of each language', () => {
  expect([0.01, 1, 999.9, 1000, 1234567.89, 9999999999.99].map((reais) => amountIn('pt', reais))).toEqual(
    ['0,01', '1,00', '999,90', '1.000,00', '1.234.567,89', '9.999.999.999,99'].map(
      (text) => `R$\u00a0${text}`,
    ),
  );
  expect(amountIn('en', 1234567.89)).toBe('R$\u00a01,234,567.89');
  expect(timeIn('pt', '2027-01-01T02:59:59.999Z')).toBe('31/12/2026, 23:59:59');
  expect(timeIn('en', '2026-03-05T15:04:05.000Z')).toBe('5 Mar 2026, 12:04:05');
  expect(['11222333000181', '12ABC34501DE35', '***.456.789-**'].map(legalIdIn)).toEqual([
    '11.222.333/0001-81',
    '12.ABC.345/01DE-35',
    '***.456.789-**',
  ]);
});
