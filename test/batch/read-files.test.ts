// Files as people's programs write them. test/batch/files has files of LibreOffice 7.4, openpyxl 3.1 and XlsxWriter 3.2.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { type BatchContent, type RefusedFile, readSheetBatch } from '../../lib/batch/read-batch.ts';
import { readFile } from '../../lib/batch/read-file.ts';
import { csvTemplate, templateColumns, xlsxTemplate } from '../../lib/batch/template.ts';

const account = { source_account_branch_identifier: '0001', source_account_number: '12345' };
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'files', name)));

async function read(bytes: Uint8Array, lines: number, amount: string): Promise<BatchContent | RefusedFile> {
  const asked = { ...account, total_lines: String(lines), total_amount: amount };
  return readSheetBatch(await readFile(bytes), asked, false);
}
const sheetOf = (rows: unknown[][]) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Folha');
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer);
};

describe('a payroll of three lines', () => {
  test.each(['openpyxl.xlsx', 'libreoffice-1252.csv', 'libreoffice-en.csv', 'libreoffice-utf-16.csv'])(
    'is read as it was saved in %s',
    async (name) => {
      expect(await read(bytesOf(name), 3, '1261.20')).toMatchObject({
        totalCents: 126_120,
        lines: [
          {
            lineId: '1',
            request: {
              pixKey: '+5511999998888',
              ownerLegalId: '52998224725',
              amountCents: 125_090,
              tag: 'Salário · João da Conceição',
            },
          },
          { lineId: '2', request: { pixKey: 'ana.souza@example.com', amountCents: 30 } },
          { lineId: '3', request: { pixKey: '123e4567-e89b-42d3-a456-426614174000', amountCents: 1_000 } },
        ],
      });
    },
  );

  test('that a program wrote with a formula, a hidden first sheet and a CNPJ as a number is read as it is shown', async () => {
    expect(await read(bytesOf('xlsxwriter.xlsx'), 2, '1260.90')).toMatchObject({
      lines: [
        { request: { pixKey: 'ana@example.com', amountCents: 125_090, tag: 'Ana' } },
        { request: { pixKey: '12345678000195', amountCents: 1_000 } },
      ],
    });
  });

  test('that LibreOffice wrote from a Brazilian CSV is read', async () => {
    expect(await read(bytesOf('libreoffice.xlsx'), 2, '1260.90')).toMatchObject({
      lines: [{ request: { ownerLegalId: '52998224725', amountCents: 125_090 } }, {}],
    });
  });
});

test('the faults of a spreadsheet name the row that the spreadsheet shows', async () => {
  const refused = (await read(
    sheetOf([['Nome', 'Chave Pix', 'Valor'], [], ['Ana', 'ana@example.com', 'dez']]),
    1,
    '10',
  )) as RefusedFile;
  expect(refused.lineFaults).toMatchObject([{ row: 3, field: 'amount', message: 'must have digits only' }]);
  expect(refused.columns?.map(({ name }) => name)).toEqual(['Nome', 'Chave Pix', 'Valor']);
});

test('a number with many decimal places is refused, and a sum of cents is read', async () => {
  const rows = (amount: number) =>
    sheetOf([
      ['Chave Pix', 'Valor'],
      ['ana@example.com', amount],
    ]);
  expect(await read(rows(0.1 + 0.2), 1, '0.30')).toMatchObject({ totalCents: 30 });
  expect(await read(rows(10.005), 1, '10.01')).toMatchObject({ lineFaults: [{ field: 'amount' }] });
});

test.each(['pt', 'en'] as const)(
  'the templates in %s have columns that are read, and no line',
  async (language) => {
    const names = templateColumns[language].map(([, name]) => name);
    for (const template of [new TextEncoder().encode(csvTemplate(language)), await xlsxTemplate(language)]) {
      expect(await read(template, 0, '0')).toMatchObject({
        faults: [{ field: 'body', message: 'must have a header and at least one line' }],
      });
      const file = await readFile(template);
      expect('rows' in file && file.rows[0]?.cells).toEqual(names);
    }
    const line = {
      recipient_name: 'Ana',
      recipient_legal_id: '529.982.247-25',
      key: 'ana@example.com',
      amount: '10',
      tag: 'x',
    };
    const row = templateColumns[language].map(([field]) => line[field as keyof typeof line]);
    expect(await read(sheetOf([[...names], row]), 1, '10')).toMatchObject({
      lines: [{ request: { pixKey: 'ana@example.com', ownerLegalId: '52998224725', tag: 'x · Ana' } }],
    });
  },
);

/** Returns a ZIP file with one part, whose packed bytes unpack to `text`. @param named the size that the file names */
function zipOf(text: Buffer, named = text.length): Uint8Array {
  const packed = deflateRawSync(text);
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(named, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(named, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return new Uint8Array(Buffer.concat([local, name, packed, central, name, end]));
}

describe('a hostile spreadsheet', () => {
  const tooMuch = 'unpacks to too much, or is damaged: save it again with one sheet';

  test.each([
    ['that says so', undefined],
    ['that says it is small', 1_000],
  ])('a small file that unpacks to 200 MB is refused: %s', async (_, named) => {
    const bomb = zipOf(Buffer.alloc(200_000_000), named);
    expect(bomb.length).toBeLessThan(300_000);
    expect(await readFile(bomb)).toEqual({ field: 'body', message: tooMuch });
  });

  test('bytes that only begin like a spreadsheet are refused', async () => {
    expect(await readFile(new TextEncoder().encode('PK\u0003\u0004 and more'))).toMatchObject({
      message: tooMuch,
    });
    expect(await readFile(zipOf(Buffer.from('<worksheet/>')))).toMatchObject({ field: 'body' });
  });

  test('ten thousand columns are refused, and an empty cell in the last row and column is no line', async () => {
    const wide = sheetOf([Array.from({ length: 10_000 }, (_, index) => `Valor ${index}`)]);
    expect(await read(wide, 1, '1')).toMatchObject({ faults: [{ field: 'header' }] });
    expect(await read(bytesOf('last-row.xlsx'), 1, '10')).toMatchObject({ totalCents: 1_000 });
  });

  test('more than 5,000 lines are refused', async () => {
    const rows = Array.from({ length: 5_001 }, () => ['ana@example.com', 1]);
    expect(await read(sheetOf([['Chave Pix', 'Valor'], ...rows]), 5_001, '5001')).toMatchObject({
      faults: [{ field: 'body', message: 'must have at most 5000 lines' }],
    });
  });

  test('a spreadsheet that is sent as CSV is refused with the reason', async () => {
    expect(await readFile(bytesOf('libreoffice.xlsx'), 'csv')).toMatchObject({ field: 'content-type' });
    expect(await readFile(bytesOf('libreoffice-en.csv'), 'xlsx')).toMatchObject({
      message: 'is no .xlsx file',
    });
  });
});
