// Reads the rows of a spreadsheet (.xlsx): of its first visible sheet, each cell as the spreadsheet shows it. Macros,
// formulas and links are not followed. The library is loaded only with the first such file.

import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { linesMost } from './batch.ts';
import type { FileFault } from './faults.ts';
import type { Sheet } from './read-sheet.ts';
import { isReasonableZip } from './unpacked-size.ts';

const fault = (message: string): FileFault => ({ field: 'body', message });
/** Maximum number of columns that are read. */
const columnsMost = 200;

/** Returns whether the bytes are of a ZIP file, as a spreadsheet is. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

export async function readXlsx(bytes: Uint8Array): Promise<Sheet | FileFault> {
  if (!isZip(bytes)) return fault('is no .xlsx file');
  if (!isReasonableZip(bytes))
    return fault('unpacks to too much, or is damaged: save it again with one sheet');
  const { read } = await import('@e965/xlsx');
  let book: WorkBook;
  try {
    // The header and one line more than allowed.
    const limits = { sheetRows: linesMost + 2, dense: true };
    const left = { cellFormula: false, cellHTML: false, cellStyles: false, bookVBA: false, bookDeps: false };
    book = read(bytes, { type: 'buffer', cellDates: true, UTC: true, ...limits, ...left });
  } catch {
    return fault('is damaged or protected by a password: save it again as .xlsx');
  }
  const sheet = firstVisible(book);
  return sheet ? { form: 'xlsx', rows: rowsOf(sheet) } : fault('must have a sheet that is not hidden');
}

function firstVisible({
  SheetNames: names,
  Sheets: sheets,
  Workbook: about,
}: WorkBook): WorkSheet | undefined {
  const name = names.find((_, index) => !about?.Sheets?.[index]?.Hidden);
  return name === undefined ? undefined : sheets[name];
}

function rowsOf(sheet: WorkSheet): Sheet['rows'] {
  // The library leaves holes for rows and cells that the file does not have.
  const rows = Array.from((sheet['!data'] ?? []) as (readonly (CellObject | undefined)[] | undefined)[]);
  const width = Math.min(columnsMost, Math.max(0, ...rows.map((row) => row?.length ?? 0)));
  return rows.flatMap((row, index) => {
    const cells = Array.from({ length: width }, (_, column) => textOf(row?.[column]));
    return cells.every((cell) => cell === '') ? [] : [{ row: index + 1, cells }];
  });
}

/**
 * Returns what a cell shows. A number without a format is written with all its digits, although a narrow column would
 * shorten it. A number with decimal places has a point before them. A day is written as YYYY-MM-DD.
 */
function textOf(cell: CellObject | undefined): string {
  if (!cell || cell.t === 'z' || cell.v === undefined) return '';
  const { v: value, w: shown, z: format } = cell;
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value !== 'number') return String(shown ?? value).trim();
  const isPlain = format === undefined || format === 'General';
  // A format of digits only, such as 00000000000, is part of a tax id or an account.
  return !isPlain && /^[0.\-/"\\ ]*0[0.\-/"\\ ]*$/.test(String(format)) && !/\.0{1,2}$/.test(String(format))
    ? String(shown ?? value).trim()
    : String(withoutNoise(value));
}

/** A sum of cents is often not exact in a spreadsheet, such as 0.30000000000000004. */
function withoutNoise(value: number): number {
  const rounded = Math.round(value * 100) / 100;
  return Math.abs(value - rounded) < 1e-7 ? rounded : value;
}
