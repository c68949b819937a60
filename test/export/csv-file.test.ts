import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { writeWhole } from '../../lib/export/choose-writer.ts';
import { csvFile } from '../../lib/export/csv-file.ts';
import type { Locale } from '../../lib/export/file-form.ts';
import { entriesFrom, headOf, nastyTag } from './entries.ts';

const entries = entriesFrom(0);
const read = (locale: Locale) => {
  const text = writeWhole(csvFile(locale), headOf(entries), entries);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  });
  return { text, data, errors, meta };
};

test('another reader finds every entry and every field in the CSV', () => {
  const { data, errors, meta } = read('en');

  expect(errors).toEqual([]);
  expect(meta.delimiter).toBe(',');
  expect(data).toHaveLength(entries.length);
  expect(data[1]).toEqual({
    date_time: '2026-10-05T09:01:00.123',
    code: '42',
    credit_or_debit: 'DEBIT',
    transaction_type: 'PIX_CASHOUT',
    amount: '1234.56',
    movement: '-1234.56',
    balance: '-234.56',
    identification: 'E9999901020261001123012345678901',
    code_transaction: 'PX-7',
    transaction_id: '9007199254740991',
    qr_code_id: '',
    tag_id: `'${nastyTag}`,
  });
});

test('the movements of the CSV sum up to the difference of the balances', () => {
  const { data } = read('en');

  const sum = data.reduce((cents, { movement }) => cents + Math.round(Number(movement) * 100), 0);
  expect(sum).toBe(entries.at(-1)?.balanceCents);
});

test('pt-BR is what Brazilian spreadsheets read: a mark of UTF-8, semicolons, decimal commas, days first', () => {
  const { text, data, errors, meta } = read('pt-BR');

  expect(text.startsWith('\ufeffData e hora;Código;Crédito ou débito;Tipo;Valor;Movimento;Saldo;')).toBe(
    true,
  );
  expect(errors).toEqual([]);
  expect(meta.delimiter).toBe(';');
  expect(data[1]).toMatchObject({
    'Data e hora': '05/10/2026 09:01:00',
    Valor: '1234,56',
    Movimento: '-1234,56',
    Saldo: '-234,56',
  });
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＠a'])(
  'a tag that begins as %j is text for a spreadsheet, in each locale',
  (tag) => {
    const [first] = entries;
    for (const locale of ['en', 'pt-BR'] as const) {
      const text = writeWhole(csvFile(locale), headOf(entries), first ? [{ ...first, tag }] : []);
      const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });
      expect(data[1]?.at(-1)).toBe(`'${tag}`);
    }
  },
);

test('amounts keep their sign as numbers: no apostrophe comes before them', () => {
  expect(read('en').text).not.toContain("'-1234");
});

test('lines end as RFC 4180 has them', () => {
  const text = writeWhole(csvFile('en'), headOf([]), []);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(2);
});
