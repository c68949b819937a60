import { spawnSync } from 'node:child_process';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { writeWhole } from '../../lib/export/choose-writer.ts';
import { csvFile } from '../../lib/export/csv-file.ts';
import type { Locale } from '../../lib/export/file-form.ts';
import { tools } from '../support/tools.ts';
import { entriesFrom, fulana, headOf, nastyTag } from './entries.ts';

const entries = entriesFrom(0);
/** The index of the column with the tag. */
const tagColumn = 11;
const read = (locale: Locale) => {
  const text = writeWhole(csvFile(locale), headOf(entries), entries);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
  });
  return { text, data, errors, meta };
};

test('an independent reader finds every entry and every field in a CSV file', () => {
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
    counterparty_name: 'Fulana de Tal & Irmãos',
    counterparty_legal_id: '***.456.789-**',
    counterparty_ispb: '60701190',
    counterparty_institution: 'ITAÚ UNIBANCO S.A.',
  });
});

test('the movements of a CSV file sum up to the difference between its balances', () => {
  const { data } = read('en');

  const sum = data.reduce((cents, { movement }) => cents + Math.round(Number(movement) * 100), 0);
  expect(sum).toBe(entries.at(-1)?.balanceCents);
});

test('a pt-BR CSV suits Brazilian spreadsheets: a UTF-8 mark, semicolons, decimal commas, and days first', () => {
  const { text, data, errors, meta } = read('pt-BR');

  expect(text.startsWith('\ufeffData e hora;Código;Crédito ou débito;Tipo;Valor;Movimento;Saldo;')).toBe(
    true,
  );
  expect(errors).toEqual([]);
  expect(meta.delimiter).toBe(';');
  expect(data[1]).toMatchObject({
    'Data e hora': '05/10/2026 09:01:00',
    'Crédito ou débito': 'Débito',
    Tipo: 'Pix enviado',
    Valor: '1234,56',
    Movimento: '-1234,56',
    Saldo: '-234,56',
    'Nome da contraparte': 'Fulana de Tal & Irmãos',
  });
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\n1', "'\n1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['＝1', "'＝1"],
  ['＠a', "'＠a"],
  [' =1', "' =1"],
  ['\u200b=1', "'\u200b=1"],
  ['"=1"', `'"=1"`],
  ['abc;=1+1', "abc;'=1+1"],
  ['abc; "@x"', `abc;' "@x"`],
  ['x\t=2+3', "x\t'=2+3"],
  ["Pedido 42\n=cmd|'/C calc'!A0", "Pedido 42\n'=cmd|'/C calc'!A0"],
  ['a\r\n-1', "a\r\n'-1"],
  ['a, b\r\nc; d - e = f', 'a, b\r\nc; d - e = f'],
  ['a-b=c+d@e', 'a-b=c+d@e'],
])('the tag %j is the text %j in a spreadsheet, in each locale', (tag, text) => {
  const [first] = entries;
  for (const locale of ['en', 'pt-BR'] as const) {
    const file = writeWhole(csvFile(locale), headOf(entries), first ? [{ ...first, tag }] : []);
    const { data } = Papa.parse<string[]>(file, { skipEmptyLines: true });
    expect(data[1]?.[tagColumn]).toBe(text);
  }
});

/**
 * Every character that matters to CSV readers. The test places each one first, last, in the middle, alone, doubled, and
 * next to every other one.
 */
const signs = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\r\n',
  ';',
  ',',
  '"',
  "'",
  ' ',
  '\u00a0',
  '\u200b',
  '＝',
];
const nasty = [
  ...signs.flatMap((sign) => [sign, `${sign}a`, `a${sign}`, `a${sign}b`]),
  ...signs.flatMap((one) =>
    signs.flatMap((other) => [`${one}${other}`, `${one}${other}1`, `a${one}${other}1`]),
  ),
];
const some = entries.slice(0, 1).flatMap((entry) =>
  nasty.map((tag) => ({
    ...entry,
    tag,
    identification: tag,
    counterparty: { ...fulana, name: tag, institution: tag },
  })),
);
const fileOfNasty = (locale: Locale) => writeWhole(csvFile(locale), headOf(some), some);
const withoutGuard = (text = '') => text.replaceAll("'", '');

test.each(['en', 'pt-BR'] as const)('%s: each entry is one CSV row, whatever its texts contain', (locale) => {
  const { data, errors } = Papa.parse<string[]>(fileOfNasty(locale), {
    newline: '\r\n',
    delimiter: locale === 'en' ? ',' : ';',
  });

  expect(errors).toEqual([]);
  expect(data.slice(1, -1).map((row) => [row.length, withoutGuard(row.at(-1))])).toEqual(
    nasty.map((tag) => [16, withoutGuard(tag)]),
  );
});

test.for(['en', 'pt-BR'] as const)('%s: Python’s CSV reader finds the same rows', (locale, { skip }) => {
  skip(!tools.python.isHere(), `this machine has no ${tools.python.is}`);
  const program = `import csv, io, json, sys
text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
print(json.dumps(list(csv.reader(text, delimiter=sys.argv[1], strict=True))))`;
  const { stdout } = spawnSync('python3', ['-c', program, locale === 'en' ? ',' : ';'], {
    input: fileOfNasty(locale),
    encoding: 'utf8',
  });

  const rows: string[][] = JSON.parse(stdout);
  expect(rows.slice(1).map((row) => [row.length, withoutGuard(row.at(-1))])).toEqual(
    nasty.map((tag) => [16, withoutGuard(tag)]),
  );
});

test.each(['en', 'pt-BR'] as const)(
  '%s: no CSV cell is a formula, whichever separator a spreadsheet uses, and whether or not it heeds quotes',
  (locale) => {
    const file = fileOfNasty(locale).replace(/^\ufeff/, '');
    const isLive = (cell: string) => /^["\s]*[=+\-@＝]/.test(cell) && !/^-?\d+[.,]\d\d$/.test(cell);
    for (const delimiter of [',', ';', '\t']) {
      const heeding = Papa.parse<string[]>(file, { newline: '\r\n', delimiter }).data.flat();
      const heedless = file.split(/\r\n|\r|\n/).flatMap((line) => line.split(delimiter));
      expect(heeding.concat(heedless).filter(isLive)).toEqual([]);
    }
  },
);

test('an amount with a decimal comma is a number in the CSV, and not a quoted text', () => {
  expect(read('pt-BR').text).toContain(';1234,56;-1234,56;-234,56;');
});

test('a negative amount stays a number in the CSV: no apostrophe comes before its sign', () => {
  expect(read('en').text).not.toContain("'-1234");
});

test('the line ends of a CSV file are those of RFC 4180', () => {
  const text = writeWhole(csvFile('en'), headOf([]), []);
  expect(text.endsWith('\r\n')).toBe(true);
  expect(text.split('\r\n')).toHaveLength(2);
});
