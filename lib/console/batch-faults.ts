// Draws the report about a file that was refused: the number of its faults, and the first faults.

import type { FileFault, LineFault, Refused } from '../batch/faults.ts';
import { type Html, h, joined } from '../page/elements.ts';
import { card, notice, table } from '../page/parts.ts';
import { faultIn } from './fault-words.ts';
import type { View } from './shell.ts';

type Fault = FileFault & Partial<Pick<LineFault, 'record' | 'line_id'>>;
export type Report = { count: number; faults: readonly Fault[] };

export const reportOf = ({ faults, lineFaults, lineFaultCount }: Refused): Report => ({
  count: faults.length + lineFaultCount,
  faults: [...faults, ...lineFaults],
});

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

/** Draws the number of all faults, and the faults that no field shows. */
export function drawReport(view: View, { count, faults }: Report): Html {
  const { words } = view;
  const rows = faults.filter((fault) => !isBeside(fault)).map((fault) => drawFault(view, fault));
  return joined(
    notice('bad', words.faultsOf(count, faults.length)),
    rows.length > 0 && drawFaults(view, rows),
  );
}

const drawFaults = ({ words }: View, rows: readonly (readonly (Html | string | number)[])[]): Html =>
  card(
    { isFlush: true },
    table({
      label: words.fault,
      columns: [[words.line], [words.lineId], [words.field, 'row'], [words.fault, 'bare']],
      rows,
    }),
  );

function drawFault({ words, language }: View, { record, line_id: lineId, field, message }: Fault) {
  const part = record === undefined ? words.parts[field] : undefined;
  return [
    record ?? '',
    lineId ? h.bdi(lineId) : '',
    part ?? h.span({ class: 'id' }, field),
    faultIn(language, message),
  ];
}
