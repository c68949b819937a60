// Payroll files as spreadsheets and programs write them: how they are read, and which faults are reported.

import { describe, expect, test } from 'vitest';
import { toDecimalText } from '../../lib/base/money.ts';
import type { Refused } from '../../lib/batch/faults.ts';
import { type BatchContent, readJsonBatch, readSheetBatch } from '../../lib/batch/read-batch.ts';
import { readCsv as readRows } from '../../lib/batch/read-csv.ts';
import { inert } from '../../lib/export/inert-text.ts';

const account = { source_account_branch_identifier: '0001', source_account_number: '12345' };
const bytes = (text: string) => new TextEncoder().encode(text);
const cpf = '52998224725';

const columns = ['source_account_branch_identifier', 'source_account_number', 'line_id', 'amount', 'key'];
const row = (id: string, amount = '10.00', key = 'fulano@example.com') => ['0001', '12345', id, amount, key];
const csvOf = (rows: readonly (readonly string[])[], header: readonly string[] = columns, separator = ',') =>
  [header, ...rows].map((cells) => `${cells.join(separator)}\r\n`).join('');

function readCsv(
  text: string | Uint8Array,
  totals: { lines?: string; amount?: string } = {},
  charset = 'utf-8',
) {
  const { lines = '1', amount = '10.00' } = totals;
  const content = typeof text === 'string' ? bytes(text) : text;
  return readSheetBatch(readRows(content, charset), { total_lines: lines, total_amount: amount }, false);
}
/** Reads one line of 10.00. @param charset of the content type, if it has one */
const readAs = (content: Uint8Array, charset: string | undefined) =>
  readSheetBatch(readRows(content, charset), { total_lines: '1', total_amount: '10.00' }, false);
const readJson = (body: object) => readJsonBatch(bytes(JSON.stringify(body)), false);

const isRefused = (read: BatchContent | Refused): read is Refused => 'lineFaults' in read;
function refusal(read: BatchContent | Refused): Refused {
  if (!isRefused(read)) throw new Error('the batch was not refused');
  return read;
}
function batch(read: BatchContent | Refused): BatchContent {
  if (isRefused(read)) throw new Error(JSON.stringify(read));
  return read;
}
/** Returns the message of the only fault. */
function faultOf(read: BatchContent | Refused) {
  const { faults, lineFaults, lineFaultCount } = refusal(read);
  expect([faults.length + lineFaults.length, lineFaultCount]).toEqual([1, lineFaults.length]);
  return faults[0] ?? lineFaults[0];
}
const lineJson = (id: string, more: object = {}) => ({
  line_id: id,
  amount: '10.00',
  key: 'fulano@example.com',
  ...more,
});
const jsonOf = (lines: object[], more: object = {}) => ({
  ...account,
  total_lines: lines.length,
  total_amount: 10 * lines.length,
  lines,
  ...more,
});

describe('a batch of payouts', () => {
  test('the same batch has the same content in JSON and in CSV', () => {
    const lines = [lineJson('1', { tag: 'wages', recipient_legal_id: cpf }), lineJson('2', { key: cpf })];
    const header = [...columns, 'tag', 'recipient_legal_id'];
    const rows = [
      [...row('1'), 'wages', cpf],
      [...row('2', '10.00', cpf), '', ''],
    ];

    const read = batch(readJson(jsonOf(lines)));

    expect(batch(readCsv(csvOf(rows, header), { lines: '2', amount: '20' }))).toEqual(read);
    expect(read).toEqual({
      account: { branch: '0001', number: '12345' },
      totalCents: 2_000,
      lines: [
        {
          lineId: '1',
          request: { amountCents: 1_000, tag: 'wages', pixKey: 'fulano@example.com', ownerLegalId: cpf },
        },
        { lineId: '2', request: { amountCents: 1_000, tag: '', pixKey: cpf } },
      ],
    });
  });

  test('a batch can contain both payouts by bank details and payouts by PIX key', () => {
    const bank = {
      line_id: 'b',
      amount: 10,
      recipient_account_branch: '0001',
      recipient_account_number: '98765',
      recipient_account_number_digit: 'x',
      recipient_account_type: 'CURRENT_ACCOUNT',
      recipient_account_model: 'Movement',
      recipient_name: 'Fulano de Tal',
      recipient_legal_id: cpf,
      recipient_instution: '00000000',
    };
    const { lines } = batch(readJson(jsonOf([lineJson('a'), bank])));
    expect(lines[1]?.request.recipient).toMatchObject({
      accountDigit: 'X',
      name: 'Fulano de Tal',
      ispb: '00000000',
    });
  });

  test('a batch of 5,000 lines is accepted, and a batch of 5,001 lines is refused', () => {
    const rows = Array.from({ length: 5_001 }, (_, index) => row(String(index + 1), '0.01'));
    const totals = { lines: '5000', amount: '50.00' };
    expect(batch(readCsv(csvOf(rows.slice(1)), totals)).lines).toHaveLength(5_000);
    expect(faultOf(readCsv(csvOf(rows), totals))).toEqual({
      field: 'body',
      message: 'must have at most 5000 lines',
    });
    const lines = rows.map(([, , id]) => lineJson(id as string, { amount: '0.01' }));
    expect(faultOf(readJson(jsonOf(lines)))).toEqual({
      field: 'lines',
      message: 'must have at most 5000 lines',
    });
  });

  test.each([
    ['total_lines', { total_lines: 3 }, 'must be the number of lines, which is 2'],
    ['total_amount', { total_amount: 20.01 }, 'must be the sum of the lines, which is 20.00'],
  ])(
    'a truncated batch, or a batch with a wrong %s, is refused with the correct value',
    (field, totals, message) => {
      expect(faultOf(readJson(jsonOf([lineJson('1'), lineJson('2')], totals)))).toEqual({ field, message });
    },
  );

  test('a CSV is refused wherever it is cut off before the last cell of its last line', () => {
    const key = '+5511987654321';
    const whole = csvOf([row('1', '10.00', key), row('2', '10.00', key)]).trimEnd();
    const totals = { lines: '2', amount: '20.00' };
    expect(batch(readCsv(whole, totals)).lines).toHaveLength(2);

    const accepted = Array.from({ length: whole.lastIndexOf(',') + 1 }, (_, length) => length).filter(
      (length) => !isRefused(readCsv(whole.slice(0, length), totals)),
    );
    expect(accepted).toEqual([]);
  });

  test('a JSON batch without lines is refused', () => {
    const { faults } = refusal(readJson(jsonOf([])));
    expect(faults).toContainEqual({ field: 'lines', message: 'must have at least one line' });
  });

  test('a batch without totals is refused, and the refusal names each missing total', () => {
    const { faults } = refusal(readJson({ ...account, lines: [lineJson('1')] }));
    expect(faults).toEqual([
      { field: 'total_lines', message: 'is required' },
      { field: 'total_amount', message: 'is required' },
    ]);
  });

  test('a batch with many faults is refused with the first hundred faults and the count of all faults', () => {
    const rows = Array.from({ length: 150 }, (_, index) => row(String(index), 'wrong'));
    const { lineFaults, lineFaultCount } = refusal(readCsv(csvOf(rows), { lines: '150' }));
    expect([lineFaults.length, lineFaultCount]).toEqual([100, 150]);
    expect(lineFaults[99]).toMatchObject({ record: 100, row: 101, line_id: '99', field: 'amount' });
  });

  test('the list of faults contains no value from a line', () => {
    const secret = 'a-secret-value';
    const read = refusal(
      readJson(jsonOf([lineJson('1', { key: secret, amount: secret, [secret]: secret })])),
    );
    expect(JSON.stringify(read)).not.toContain(secret);
  });
});

describe('the bytes of a CSV', () => {
  const wages = csvOf([row('1')]);

  test('a CSV may begin with a byte-order mark', () => {
    expect(batch(readCsv(`\ufeff${wages}`)).lines).toHaveLength(1);
  });

  test.each([
    [
      'in UTF-16, if the content type says UTF-8,',
      Buffer.from(`\ufeff${wages}`, 'utf16le'),
      'is in utf-16le, but the content type says utf-8',
    ],
    ['in UTF-16 without a byte-order mark', Buffer.from(wages, 'utf16le'), 'must not have the character NUL'],
    [
      'in Windows-1252, if the content type says UTF-8,',
      Buffer.from(csvOf([[...row('1'), 'João']], [...columns, 'tag']), 'latin1'),
      'is in windows-1252, but the content type says utf-8',
    ],
    ['with NUL', bytes(wages.replace('1,10', '\0,10')), 'must not have the character NUL'],
    ['of nothing', bytes(''), 'must have a header and at least one line'],
    ['of a header alone', bytes(csvOf([])), 'must have a header and at least one line'],
  ])('a CSV with %s is refused', (_, content, message) => {
    expect(faultOf(readCsv(content))).toEqual({ field: 'body', message });
  });

  const joao = csvOf([[...row('1'), 'João']], [...columns, 'tag']);
  test.each([
    ['UTF-8', Buffer.from(joao), 'utf-8'],
    ['UTF-8 with a byte-order mark', Buffer.from(`\ufeff${joao}`), 'utf-8'],
    ['Windows-1252', Buffer.from(joao, 'latin1'), 'windows-1252'],
    ['UTF-16', Buffer.from(`\ufeff${joao}`, 'utf16le'), 'utf-16'],
    ['UTF-16 with the high bytes first', Buffer.from(`\ufeff${joao}`, 'utf16le').swap16(), 'utf-16be'],
  ])(
    'a CSV in %s is recognised by its bytes, and read if the content type says so',
    (_, content, charset) => {
      for (const declared of [undefined, charset])
        expect(batch(readAs(content, declared)).lines[0]?.request.tag).toBe('João');
    },
  );

  test('a CSV in UTF-8 whose content type says Windows-1252 is refused, because its names would be garbled', () => {
    expect(faultOf(readCsv(joao, {}, 'windows-1252'))).toMatchObject({
      field: 'body',
      message: 'is in utf-8, but the content type says windows-1252',
    });
    expect(batch(readCsv(wages, {}, 'windows-1252')).lines).toHaveLength(1);
  });

  test('a CSV in UTF-16 is refused even if the content type says Windows-1252', () => {
    const content = Buffer.from(`\ufeff${wages}`, 'utf16le');
    expect(faultOf(readCsv(content, {}, 'windows-1252'))?.field).toBe('body');
  });

  test('a CSV in any other charset is refused', () => {
    for (const charset of ['utf-7', '__proto__', 'constructor', 'toString'])
      expect(faultOf(readCsv(wages, {}, charset))?.field).toBe('content-type');
  });
});

describe('the records of a CSV', () => {
  test('a CSV may have its columns in any order, newlines in quotes, and blank last lines', () => {
    const header = ['key', 'amount', 'message_to_payee', 'line_id', ...columns.slice(0, 2)];
    const text = `${header.join(',')}\n"fulano@example.com",10,"wages; ""May""",1,0001,12345\n\n\n`;
    expect(batch(readCsv(text)).lines[0]?.request.messageToPayee).toBe('wages; "May"');
  });

  test('records separated by a lone carriage return are refused', () => {
    expect(faultOf(readCsv(csvOf([row('1')]).replaceAll('\r\n', '\r')))?.field).toBe('header');
  });

  test.each([
    ['tag', 'wages\rMay'],
    ['message_to_payee', 'wages\rMay'],
    ['tag', '"wages\rMay"'],
  ])('a %s with a lone carriage return in it is refused', (name, cell) => {
    const text = csvOf([[...row('1'), cell]], [...columns, name]);
    expect(faultOf(readCsv(text))).toMatchObject({
      record: 1,
      line_id: '1',
      field: name,
      message: 'must not have control characters',
    });
  });

  test('a quoted newline is refused as a part of its cell, and later rows are reported with their row numbers', () => {
    const rows = [
      [...row('1'), '"wages\nMay"'],
      [...row('2', 'wrong'), 'wages'],
    ];
    const read = refusal(readCsv(csvOf(rows, [...columns, 'message_to_payee']), { lines: '2' }));
    expect(read.lineFaults).toMatchObject([
      { record: 1, row: 3, field: 'message_to_payee', message: 'must not have control characters' },
      { record: 2, row: 4, field: 'amount' },
    ]);
  });

  test.each([
    ['an empty line', '\r\n'],
    ['cells that are all empty', ',,,,\r\n'],
    ['a blank', ' \r\n'],
    ['cells of blanks', ' , ,,,\r\n'],
  ])('a row that a spreadsheet shows as empty is skipped wherever it is: %s', (_, empty) => {
    const [header, one] = csvOf([row('1')]).split('\r\n');
    expect(batch(readCsv(`${header}\r\n${empty}${one}\r\n${empty}`)).lines).toHaveLength(1);
    const wrong = refusal(readCsv(`${header}\r\n${empty}${csvOf([row('1', 'x')]).split('\r\n')[1]}`));
    expect(wrong.lineFaults).toMatchObject([{ record: 1, row: 3 }]);
  });

  test('the last columns of a header may be empty, and the first line may name the separator', () => {
    const text = csvOf([row('1')], columns, ';').replaceAll('\r\n', ';;\r\n');
    expect(batch(readCsv(`sep=;\r\n${text}`)).lines).toHaveLength(1);
    const more = text.replace(/;;\r\n$/, ';more;\r\n');
    expect(faultOf(readCsv(more))).toMatchObject({ field: 'line', row: 2 });
  });

  test('columns are named in Portuguese or English, in any case, and a file need not have account and line id', () => {
    const text = 'Nome;CPF;Chave Pix;Valor\r\nAna Souza;529.982.247-25;(11) 99999-8888;1.250,90\r\n';
    const asked = {
      source_account_branch_identifier: '0001',
      source_account_number: '12345',
      total_lines: '1',
      total_amount: '1250.90',
    };
    const read = batch(readSheetBatch(readRows(bytes(text), undefined), asked, false));
    expect(read).toMatchObject({
      account: { branch: '0001', number: '12345' },
      lines: [
        {
          lineId: '1',
          request: { amountCents: 125_090, pixKey: '+5511999998888', ownerLegalId: cpf, tag: 'Ana Souza' },
        },
      ],
    });
  });

  test('a file and a request that name different accounts are refused', () => {
    const asked = { source_account_number: '54321', total_lines: '1', total_amount: '10.00' };
    expect(faultOf(readSheetBatch(readRows(bytes(csvOf([row('1')])), undefined), asked, false))).toEqual({
      field: 'source_account_number',
      message: 'must be the same in the file and in the request',
    });
  });

  test.each([
    ['an unknown column', [...columns, 'salary'], 'column "salary" is not known'],
    ['a mistyped column', [...columns, 'Referencia intena'], 'the nearest is "referencia interna"'],
    ['a column twice', [...columns, 'key'], 'key must be there once'],
    ['no amount', columns.filter((name) => name !== 'amount'), 'must have amount'],
  ])('records under a header with %s are refused', (_, header, message) => {
    expect(faultOf(readCsv(csvOf([row('1')], header)))).toMatchObject({
      field: 'header',
      row: 1,
      message: expect.stringContaining(message),
    });
  });

  test.each([
    ['a cell too many', [...row('1'), 'more']],
    ['a cell too few', row('1').slice(0, 4)],
  ])('a CSV record with %s is refused', (_, cells) => {
    expect(faultOf(readCsv(csvOf([cells])))).toEqual({
      record: 1,
      row: 2,
      line_id: null,
      field: 'line',
      message: 'must have 5 cells, as the header has',
    });
  });

  test('a record with an unclosed quote is refused, and the refusal has the row number', () => {
    expect(faultOf(readCsv(csvOf([row('"1')])))).toMatchObject({ field: 'body', row: expect.any(Number) });
  });

  test('records of two different accounts are refused', () => {
    const rows = [row('1'), ['0001', '54321', '2', '10', cpf]];
    expect(faultOf(readCsv(csvOf(rows), { lines: '2', amount: '20' }))).toMatchObject({
      record: 2,
      field: 'source_account_number',
      message: 'must be the same in all lines',
    });
  });

  test('an apostrophe before a text that a spreadsheet takes for a formula is removed, as it is from our own result files', () => {
    const text = csvOf([[...row('1'), `"'=SUM(A1)"`]], [...columns, 'message_to_payee']);
    expect(batch(readCsv(text)).lines[0]?.request.messageToPayee).toBe('=SUM(A1)');
  });
});

test.each([
  ['=SUM(A1)'],
  [' =SUM(A1)'],
  ['"=SUM(A1)"'],
  ['wages; -tax'],
  ['wages, +bonus'],
  ['\uff1dSUM(A1)'],
  ["Joan of Arc, 'the maid'"],
])('a text is unchanged after it was written to a result file and read again: %s', (text) => {
  const cell = `"${inert(text).replaceAll('"', '""')}"`;
  const read = batch(readCsv(csvOf([[...row('1'), cell]], [...columns, 'tag'])));
  expect(read.lines[0]?.request.tag).toBe(text);
});

describe('an amount in a CSV', () => {
  test.each([
    [',', '10', 1_000],
    [',', '10.5', 1_050],
    [';', '10,50', 1_050],
    [';', '10.50', 1_050],
    [',', '"10,50"', 1_050],
    [',', '"1.234,56"', 123_456],
    [';', '1.234,56', 123_456],
    [',', 'R$10', 1_000],
    [';', 'R$ 1.234,56', 123_456],
    [',', ' 10', 1_000],
    [',', '10 ', 1_000],
    [',', '1 000', 100_000],
    [',', '1\u00a0000', 100_000],
  ])('in a CSV with the separator %s, the amount %s is accepted', (separator, amount, cents) => {
    const text = csvOf([row('1', amount)], columns, separator);
    const total = toDecimalText(cents as never);
    expect(batch(readCsv(text, { amount: total })).totalCents).toBe(cents);
  });

  test.each([
    [',', '1.234', 'may mean two amounts: write two decimal places'],
    [';', '1.234', 'may mean two amounts: write two decimal places'],
    [';', '10,505', 'may mean two amounts: write two decimal places'],
    [';', '10 50', 'must not have blanks'],
    [';', 'ten', 'must have digits only'],
    [',', '1E+3', 'is in scientific form: format the column with two decimal places'],
    [',', '10.1234', 'must have at most 2 decimal places'],
    [
      ',',
      '-10',
      'must be greater than 0, with at most 2 decimal places and no exponent, up to 9999999999.99',
    ],
    [',', '0', 'must be greater than 0, with at most 2 decimal places and no exponent, up to 9999999999.99'],
    [',', '', 'is required'],
  ])('in a CSV with the separator %s, the amount %s is refused', (separator, amount, message) => {
    expect(faultOf(readCsv(csvOf([row('1', amount)], columns, separator)))).toMatchObject({
      line_id: '1',
      field: 'amount',
      message,
    });
  });
});

test('an unquoted decimal comma in a file separated by commas is reported as an extra cell', () => {
  expect(faultOf(readCsv(csvOf([row('1', '10,50')])))).toMatchObject({
    field: 'line',
    message: 'must have 5 cells, as the header has',
  });
});

describe('a value that a spreadsheet may have changed', () => {
  const bankColumns = [
    ...columns.slice(0, 4),
    'recipient_account_branch',
    'recipient_account_number',
    'recipient_account_number_digit',
    'recipient_account_type',
    'recipient_account_model',
    'recipient_name',
    'recipient_legal_id',
    'recipient_instution',
  ];
  const bank = {
    recipient_account_branch: '1',
    recipient_account_number: '98765',
    recipient_account_number_digit: 'x',
    recipient_account_type: 'CURRENT_ACCOUNT',
    recipient_account_model: 'Movement',
    recipient_name: 'Fulano',
    recipient_legal_id: cpf,
    recipient_instution: '00000000',
  };
  const readBank = (change: Partial<typeof bank>) =>
    readCsv(csvOf([[...row('1').slice(0, 4), ...Object.values({ ...bank, ...change })]], bankColumns));

  test('a branch of one digit and the account digit x are allowed, and not reported as changed by a spreadsheet', () => {
    expect(batch(readBank({})).lines[0]?.request.recipient).toMatchObject({ branch: '1', accountDigit: 'X' });
  });

  test.each([
    [
      'recipient_legal_id',
      '5299822472',
      'has too few digits: zeros at its start may be lost, format the column as text',
    ],
    [
      'recipient_instution',
      '0',
      'has too few digits: zeros at its start may be lost, format the column as text',
    ],
    ['recipient_legal_id', '1.12223E+13', 'is in scientific form: format the column as text'],
    ['recipient_account_number', '9,8765E+4', 'is in scientific form: format the column as text'],
  ])('a value changed by a spreadsheet is reported: %s %s', (field, value, message) => {
    const quoted = value.includes(',') ? `"${value}"` : value;
    expect(faultOf(readBank({ [field]: quoted }))).toMatchObject({ field, message });
  });

  test.each([
    [',', 'Fulano; Filhos'],
    [';', 'Fulano; Filhos'],
    [',', 'Fulano, Filhos'],
    [',', 'Fulano "Zé" Silva'],
    [',', "Fulano D'Ávila"],
  ])('in a CSV with the separator %s, a name in quotes is read unchanged: %s', (separator, name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    const cells = [...row('1').slice(0, 4), ...Object.values({ ...bank, recipient_name: quoted })];
    const read = batch(readCsv(csvOf([cells], bankColumns, separator)));
    expect(read.lines[0]?.request.recipient?.name).toBe(name);
  });

  test.each([
    ['a newline in quotes', '"Fulano\nSilva"', 'recipient_name'],
    ['a lone carriage return', '"Fulano\rSilva"', 'recipient_name'],
    ['a comma without quotes', 'Fulano, Filhos', 'line'],
    ['quotes that are not doubled', '"Fulano "Zé" Silva"', 'body'],
  ])('a name with %s is refused', (_, name, field) => {
    expect(faultOf(readBank({ recipient_name: name }))?.field).toBe(field);
  });

  test('eleven digits that are a valid CPF are read as a CPF, and not as a phone, if the line has no key_type', () => {
    expect(batch(readCsv(csvOf([row('1', '10', cpf)]))).lines[0]?.request.pixKey).toBe(cpf);
  });

  test.each([
    ['a phone without +55', '11987654321', undefined, 'is not a CPF; a phone begins with +55'],
    ['a phone that passes as a CPF', cpf, 'PHONE', 'is no phone: a phone begins with +55'],
    [
      'a CPF of ten digits',
      '5299822472',
      undefined,
      'has too few digits: zeros at its start may be lost, format the column as text',
    ],
    ['a phone in scientific form', '5.5E+12', undefined, 'is in scientific form: format the column as text'],
    [
      'a phone in scientific form with a decimal comma',
      '"5,5E+12"',
      undefined,
      'is in scientific form: format the column as text',
    ],
    [
      'a CNPJ in scientific form',
      '1.12223E+13',
      undefined,
      'is in scientific form: format the column as text',
    ],
    ['another type than key_type', cpf, 'EMAIL', 'is a key of another type than key_type says'],
  ])('a PIX key that cannot be right is reported: %s', (_, key, type, message) => {
    const text = csvOf([[...row('1', '10', key), type ?? '']], [...columns, 'key_type']);
    expect(faultOf(readCsv(text))).toMatchObject({ field: 'key', message });
  });

  test('an e-mail or random key in capitals is not reported as changed, and is paid in lower case', () => {
    const evp = '5A2F1B60-3C4D-4E5F-8A9B-0C1D2E3F4A5B';
    const rows = [row('1', '10', 'FULANO@EXAMPLE.COM'), row('2', '10', evp)];
    const { lines } = batch(readCsv(csvOf(rows), { lines: '2', amount: '20' }));
    expect(lines.map(({ request }) => request.pixKey)).toEqual(['fulano@example.com', evp.toLowerCase()]);
  });
});

describe('the lines of one batch', () => {
  const key = '5a2f1b60-3c4d-4e5f-8a9b-0c1d2e3f4a5b';

  test.each([
    ['line_id', [lineJson('1'), lineJson('1')]],
    [
      'idempotency_key',
      [lineJson('1', { idempotency_key: key }), lineJson('2', { idempotency_key: key.toUpperCase() })],
    ],
  ])('two lines with the same %s are refused at the second line', (field, lines) => {
    expect(faultOf(readJson(jsonOf(lines)))).toMatchObject({
      record: 2,
      field,
      message: 'must be there once',
    });
  });

  test('two lines with the same payee and the same amount are accepted', () => {
    expect(batch(readJson(jsonOf([lineJson('1'), lineJson('2')]))).lines).toHaveLength(2);
  });

  test.each([
    ['a field that is not one of a line', { salary: 1 }, 'line', 'has a field that is not one of a line'],
    [
      'bank details beside a key',
      { recipient_name: 'Fulano' },
      'recipient_name',
      'must not be in a line with a key',
    ],
    [
      'an id of 21 characters',
      { line_id: 'x'.repeat(21) },
      'line_id',
      'must be 1 to 20 characters of ASCII without blanks',
    ],
    [
      'a message of two lines',
      { message_to_payee: 'a\nb' },
      'message_to_payee',
      'must not have control characters',
    ],
  ])('a line with %s is refused', (_, change, field, message) => {
    expect(faultOf(readJson(jsonOf([lineJson('1', change)])))).toMatchObject({ field, message });
  });

  test('a line without any payee is refused for its missing key', () => {
    const { key: _, ...line } = lineJson('1');
    expect(faultOf(readJson(jsonOf([line])))).toMatchObject({ field: 'key', message: 'is required' });
  });

  test.each([['a text'], [1], [null], [[]]])('a line that is %j is refused', (line) => {
    expect(faultOf(readJson(jsonOf([line as never])))).toMatchObject({ record: 1, field: 'line' });
  });
});
