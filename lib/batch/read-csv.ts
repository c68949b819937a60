// Reads the rows of a CSV (RFC 4180): a header record with the names of the columns in any order, then one record for
// each line. The header record defines the separator. Nothing is guessed from the lines.

import { CsvError, parse } from 'csv-parse/sync';
import { linesMost } from './batch.ts';
import { decodeText } from './decode-text.ts';
import type { FileFault } from './faults.ts';
import type { Sheet } from './read-sheet.ts';

/** The separators, in the order in which they are tried. */
const separators = [';', '\t', ','] as const;

/**
 * Reads the file.
 * @param charset that the caller declared; absent: the bytes decide
 */
export function readCsv(bytes: Uint8Array, charset: string | undefined): Sheet | FileFault {
  const decoded = decodeText(bytes, charset);
  if ('message' in decoded) return decoded;
  // Spreadsheets write and read this first line.
  const [declared = '', separator] = /^sep=([;,\t])\r?\n/i.exec(decoded.text) ?? [];
  const text = decoded.text.slice(declared.length);
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = separator ?? separators.find((one) => header.includes(one)) ?? ',';
  const rows = parseRows(text, delimiter, declared ? 1 : 0);
  return 'message' in rows ? rows : { form: 'csv', encoding: decoded.encoding, separator: delimiter, rows };
}

type Parsed = { record: string[]; info: { lines: number } };

function parseRows(text: string, delimiter: string, before: number): Sheet['rows'] | FileFault {
  try {
    const parsed = parse(text, {
      delimiter,
      // A single carriage return does not end a record. It stays in its cell, and is refused, because no cell may
      // contain one.
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      // Spreadsheets write rows of separators for rows that were emptied.
      skip_records_with_empty_values: true,
      info: true,
      // The header and one line more than allowed. Without this limit, a small file could have millions of records.
      to: linesMost + 2,
    }) as unknown as Parsed[];
    return parsed.map(({ record, info }) => ({ row: info.lines + before, cells: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message =
      'has quotes that do not match: a cell with quotes is in quotes, and each of its own is doubled';
    return { field: 'body', message, row: Number((error as { lines?: number }).lines) + before };
  }
}
