// Draws the report about a file that was refused: the number of its faults, and the first faults.

import { html } from 'hono/html';
import type { FileFault, LineFault, Refused } from '../batch/faults.ts';
import { faultIn } from './fault-words.ts';
import type { Html, View } from './shell.ts';

type Fault = FileFault & Partial<Pick<LineFault, 'record' | 'line_id'>>;
export type Report = { count: number; faults: readonly Fault[] };

export const reportOf = ({ faults, lineFaults, lineFaultCount }: Refused): Report => ({
  count: faults.length + lineFaultCount,
  faults: [...faults, ...lineFaults],
});

export function drawReport({ words, language }: View, { count, faults }: Report): Html {
  return html`<p class="bad" role="alert">${words.faultsOf(count, faults.length)}</p>
<table><thead><tr><th scope="col">${words.line}</th><th scope="col">${words.lineId}</th><th scope="col">${words.field}</th><th scope="col">${words.fault}</th></tr></thead>
<tbody>${faults.map(
    ({ record, line_id: lineId, field, message }) =>
      html`<tr><td data-name="${words.line}">${record ?? ''}</td><td data-name="${words.lineId}"><bdi>${lineId ?? ''}</bdi></td><th scope="row">${words.parts[field] && record === undefined ? words.parts[field] : html`<span class="id">${field}</span>`}</th><td data-name="${words.fault}">${faultIn(language, message)}</td></tr>`,
  )}</tbody></table>`;
}
