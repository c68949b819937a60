// Reads a batch from CSV (RFC 4180): a header record with the names of the columns in any order, then one record for
// each line. The content type defines the encoding, and the header record defines the separator. Nothing is guessed
// from the lines.

import { CsvError, parse } from 'csv-parse/sync';
import { JsonNumber } from '../base/json.ts';
import { inert } from '../export/inert-text.ts';
import { linesMost } from './batch.ts';
import { type Faults, type FileFault, lineIdIn } from './faults.ts';
import type { Given } from './read-lines.ts';
import { batchFields, lineFields } from './schemas.ts';

export type CsvFile = {
  given: Given[];
  /** The number of lines, including lines with the wrong number of cells. */
  count: number;
  /** The values that belong to the whole batch, from the first line that can be read. Absent if no line can be read. */
  batch?: Record<string, string>;
};

const noLines: FileFault = { field: 'body', message: 'must have a header and at least one line' };

/** The accepted encodings, by the `charset` of the content type. */
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'windows-1252': 'windows-1252',
};

export function readCsv(bytes: Uint8Array, charset: string, faults: Faults): CsvFile | FileFault {
  const text = decode(bytes, charset);
  if (typeof text !== 'string') return text;
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = header.includes(';') ? ';' : ',';
  const records = parseRecords(text, delimiter);
  if ('message' in records) return records;
  const [first, ...rest] = records;
  const names = first?.record ?? [];
  const fault = faultOfHeader(names);
  if (fault) return fault;
  if (rest.length === 0) return noLines;
  if (rest.length > linesMost) return { field: 'body', message: `must have at most ${linesMost} lines` };
  return readRecords(rest, names, delimiter, faults);
}

function decode(bytes: Uint8Array, charset: string): string | FileFault {
  const name = charset.toLowerCase();
  const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
  if (!encoding) return { field: 'content-type', message: 'must have the charset utf-8 or windows-1252' };
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const notUtf8 = 'must be in UTF-8, or the content type must say charset=windows-1252';
  if (isUtf16) return { field: 'body', message: notUtf8 };
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? { field: 'body', message: 'must not have the character NUL' } : text;
  } catch {
    return { field: 'body', message: notUtf8 };
  }
}

type Parsed = { record: string[]; info: { lines: number } };

function parseRecords(text: string, delimiter: string): Parsed[] | FileFault {
  try {
    return parse(text, {
      delimiter,
      // A single carriage return does not end a record. It stays in its cell, and is refused, because no cell may
      // contain one.
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      // The header and one line more than allowed. Without this limit, a small file could have millions of records.
      to: linesMost + 2,
    }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      'has quotes that do not match: a cell with quotes is in quotes, and each of its own is doubled';
    return { field: 'body', message, row: Number((error as { lines?: number }).lines) };
  }
}

function faultOfHeader(names: readonly string[]): FileFault | undefined {
  const header = (message: string) => ({ field: 'header', message, row: 1 });
  if (names.length === 0) return noLines;
  const known = [...batchFields, ...lineFields];
  const unknown = names.findIndex((name) => !known.includes(name));
  if (unknown >= 0) return header(`column ${unknown + 1} is not one of ${known.join(', ')}`);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice) return header(`${twice} must be there once`);
  const missing = ['source_account_branch_identifier', 'source_account_number', 'line_id', 'amount'];
  const absent = missing.filter((name) => !names.includes(name));
  return absent.length > 0 ? header(`must have ${absent.join(', ')}`) : undefined;
}

function readRecords(
  records: readonly Parsed[],
  names: readonly string[],
  delimiter: string,
  faults: Faults,
): CsvFile {
  const given: Given[] = [];
  let batch: Record<string, string> | undefined;
  for (const [index, { record, info }] of records.entries()) {
    const at = { record: index + 1, row: info.lines };
    if (record.length !== names.length) {
      faults.add(at, undefined, 'line', `must have ${names.length} cells, as the header has`);
      continue;
    }
    const cells = names.map((name, column) => [name, withoutApostrophes(record[column] ?? '')] as const);
    const filled = cells.filter(([, cell]) => cell !== '');
    const own = Object.fromEntries(filled.filter(([name]) => batchFields.includes(name)));
    const fields = Object.fromEntries(
      filled.flatMap(([name, cell]) =>
        batchFields.includes(name) ? [] : [[name, name === 'amount' ? amountIn(cell, delimiter) : cell]],
      ),
    );
    batch ??= own;
    for (const name of batchFields)
      if (own[name] !== batch[name])
        faults.add(at, lineIdIn(fields.line_id), name, 'must be the same in all lines');
    given.push({ ...at, fields });
  }
  return { given, count: records.length, ...(batch ? { batch } : {}) };
}

/**
 * Removes the apostrophes that our results file adds. The results file adds one before each text that a spreadsheet
 * could read as a formula. They are removed only if the cell has them exactly where the results file would add them.
 */
function withoutApostrophes(cell: string): string {
  const bare = cell.replace(/(?<=^|[;,\t\r\n])'/g, '');
  return inert(bare) === cell ? bare : cell;
}

/**
 * Reads an amount with a decimal comma, if semicolons separate the cells. Any other text is returned unchanged, and the
 * schema checks it.
 */
function amountIn(cell: string, delimiter: string): JsonNumber | string {
  if (delimiter === ';' && /^\d+,\d{1,2}$/.test(cell)) return new JsonNumber(cell.replace(',', '.'));
  return cell;
}
