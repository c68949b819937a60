// Draws the report about a file that was refused: the number of its faults, and the first faults.

import type { FileFault, LineFault } from '../batch/faults.ts';
import type { RefusedFile } from '../batch/read-batch.ts';
import type { Sheet } from '../batch/read-sheet.ts';
import { type Content, type Html, h, joined } from '../page/elements.ts';
import { card, notice, table } from '../page/parts.ts';
import { faultIn } from './fault-words.ts';
import type { View } from './shell.ts';

type Fault = FileFault & Partial<Pick<LineFault, 'record' | 'line_id'>>;
/** `file`: what was read of the file, so that a fault can name the column and show the cell. */
export type Report = {
  count: number;
  faults: readonly Fault[];
  file?: Pick<RefusedFile, 'sheet' | 'columns'>;
};

export const reportOf = ({ faults, lineFaults, lineFaultCount, sheet, columns }: RefusedFile): Report => ({
  count: faults.length + lineFaultCount,
  faults: [...faults, ...lineFaults],
  file: { ...(sheet ? { sheet } : {}), ...(columns ? { columns } : {}) },
});

/** Maximum number of characters of a cell that are shown. */
const cellMost = 60;

/** Returns the column of a fault as the file names it, and the cell. */
function cellOf({ sheet, columns }: NonNullable<Report['file']>, { field, row }: Fault) {
  const column = columns?.findIndex((one) => one.field === field) ?? -1;
  const cell = sheet?.rows.find((one) => one.row === row)?.cells[column] ?? '';
  return { name: columns?.[column]?.name, cell: cell.slice(0, cellMost) };
}

/** The fields that show their own faults. `content-type`: the field for the encoding. */
const shownBeside = ['total_lines', 'total_amount', 'name', 'content-type'] as const;
const isBeside = ({ field, record }: Fault) =>
  record === undefined && (shownBeside as readonly string[]).includes(field);

/** Returns what is wrong with a field of the form. */
export function wrongIn(
  { language }: View,
  report: Report | undefined,
  field: (typeof shownBeside)[number],
): string | undefined {
  const found = report?.faults.filter((fault) => isBeside(fault) && fault.field === field) ?? [];
  return found.map(({ message }) => faultIn(language, message)).join(' · ') || undefined;
}

/** Draws the number of all faults, the faults that no field shows, and how the file was read. */
export function drawReport(view: View, { count, faults, file = {} }: Report): Html {
  const { words } = view;
  const rows = faults.filter((fault) => !isBeside(fault)).map((fault) => drawFault(view, fault, file));
  return joined(
    notice('bad', words.faultsOf(count, faults.length)),
    rows.length > 0 && drawFaults(view, rows),
    file.sheet ? h.p({ class: 'soft small' }, readAs(view, file.sheet)) : '',
  );
}

function readAs({ words }: View, { encoding, separator }: Sheet): string {
  if (!encoding) return words.readAsSheet;
  return words.readAs(encoding.toUpperCase(), separator === '\t' ? words.tab : `“${separator}”`);
}

const drawFaults = ({ words }: View, rows: readonly (readonly Content[])[]): Html =>
  card(
    { isFlush: true },
    table({
      label: words.fault,
      columns: [[words.row], [words.column, 'row'], [words.found], [words.fault, 'bare']],
      rows,
    }),
  );

function drawFault({ words, language }: View, fault: Fault, file: NonNullable<Report['file']>) {
  const { record, row, field, message } = fault;
  const { name, cell } = cellOf(file, fault);
  const part = record === undefined ? words.parts[field] : undefined;
  return [
    row ?? record ?? '',
    part ?? h.bdi(name ?? field),
    cell ? h.bdi(cell) : '',
    faultIn(language, message),
  ];
}
