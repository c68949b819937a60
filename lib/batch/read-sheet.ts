// Reads the lines of a batch from the rows of a file, whatever its form: the first row names the columns.

import { inert } from '../export/inert-text.ts';
import { linesMost } from './batch.ts';
import { type Column, findColumns } from './columns.ts';
import type { Encoding } from './decode-text.ts';
import { type Faults, type FileFault, lineIdIn } from './faults.ts';
import { readCells } from './read-cell.ts';
import type { Given } from './read-lines.ts';
import { batchFields } from './schemas.ts';

/** The rows of a file. `row`: as a spreadsheet numbers it. `cells`: as the spreadsheet shows them. */
export type Sheet = {
  form: 'csv' | 'xlsx';
  encoding?: Encoding;
  separator?: string;
  rows: readonly { row: number; cells: readonly string[] }[];
};

export type FileLines = {
  given: Given[];
  /** The number of lines, including lines with the wrong number of cells. */
  count: number;
  /** The values that belong to the whole batch, from the first line that can be read. Absent if no line can be read. */
  batch?: Record<string, string>;
  /** The columns, by the name that the file gives them. */
  columns: readonly Column[];
};

const noLines: FileFault = { field: 'body', message: 'must have a header and at least one line' };
/** Maximum number of columns. A file with more is no list of payments. */
const columnsMost = 100;

/** @param given values of the whole batch that the file need not have, such as the account */
export function readSheet(
  { rows }: Sheet,
  asked: Readonly<Record<string, string | undefined>>,
  cnpjLetters: boolean,
  faults: Faults,
): FileLines | FileFault {
  const [first, ...rest] = rows;
  if (!first) return noLines;
  // The last columns of a spreadsheet may be empty.
  const names = first.cells.slice(0, first.cells.findLastIndex((name) => name.trim() !== '') + 1);
  const columns = columnsOf(names, asked, first.row);
  if ('message' in columns) return columns;
  if (rest.length === 0) return noLines;
  if (rest.length > linesMost) return { field: 'body', message: `must have at most ${linesMost} lines` };
  return { columns, ...readRows(rest, columns, cnpjLetters, faults) };
}

function columnsOf(
  names: readonly string[],
  asked: Readonly<Record<string, string | undefined>>,
  row: number,
): readonly Column[] | FileFault {
  const header = (message: string) => ({ field: 'header', message, row });
  if (names.length === 0) return noLines;
  if (names.length > columnsMost) return header(`must have at most ${columnsMost} columns`);
  const columns = findColumns(names);
  if ('unknown' in columns) {
    const { unknown, nearest } = columns;
    return header(
      `column "${unknown.slice(0, 60)}" is not known${nearest ? `; the nearest is "${nearest}"` : ''}`,
    );
  }
  const fields = columns.flatMap(({ field }) => field ?? []);
  const twice = columns.find(
    ({ field }, index) => field && columns.findIndex((one) => one.field === field) < index,
  );
  if (twice) return header(`${twice.field} must be there once`);
  const needed = ['source_account_branch_identifier', 'source_account_number', 'amount'] as const;
  const absent = needed.filter((name) => !fields.includes(name) && !asked[name]);
  return absent.length > 0 ? header(`must have ${absent.join(', ')}`) : columns;
}

function readRows(
  rows: Sheet['rows'],
  columns: readonly Column[],
  cnpjLetters: boolean,
  faults: Faults,
): Omit<FileLines, 'columns'> {
  const given: Given[] = [];
  const hasIds = columns.some(({ field }) => field === 'line_id');
  let batch: Record<string, string> | undefined;
  for (const [index, { row, cells }] of rows.entries()) {
    const at = { record: index + 1, row };
    const isWhole =
      cells.length >= columns.length && cells.slice(columns.length).every((cell) => cell === '');
    if (!isWhole) {
      faults.add(at, undefined, 'line', `must have ${columns.length} cells, as the header has`);
      continue;
    }
    const filled = columns.flatMap(({ field }, column) => {
      const cell = withoutApostrophes(cells[column] ?? '');
      return field && cell !== '' ? [[field, cell] as const] : [];
    });
    const read = readCells(Object.fromEntries(filled), cnpjLetters);
    const own = Object.fromEntries(Object.entries(read).filter(([name]) => batchFields.includes(name)));
    const fields = Object.fromEntries(Object.entries(read).filter(([name]) => !batchFields.includes(name)));
    if (!hasIds) fields.line_id = String(index + 1);
    batch ??= own;
    for (const name of batchFields)
      if (own[name] !== batch[name])
        faults.add(at, lineIdIn(fields.line_id), name, 'must be the same in all lines');
    given.push({ ...at, fields });
  }
  return { given, count: rows.length, ...(batch ? { batch } : {}) };
}

/**
 * Removes the apostrophes that our results file adds. The results file adds one before each text that a spreadsheet
 * could read as a formula. They are removed only if the cell has them exactly where the results file would add them.
 */
function withoutApostrophes(cell: string): string {
  const bare = cell.replace(/(?<=^|[;,\t\r\n])'/g, '');
  return inert(bare) === cell ? bare : cell;
}
