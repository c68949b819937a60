// Draws the lines of a batch: the counts by state, and one page of lines.

import { html } from 'hono/html';
import { isCnpj, isCpf, maskTaxId } from '../base/tax-id.ts';
import { type LineState, lineStates } from '../batch/line-progress.ts';
import type { presentBatch, presentLine } from '../batch/present-batch.ts';
import { amountIn, legalIdIn } from '../receipt/words.ts';
import { batchesPath } from './batches-page.ts';
import { saidIn } from './refusals.ts';
import type { Html, View } from './shell.ts';

const tones: Partial<Record<LineState, string>> = {
  failed: 'bad',
  not_started: 'warn',
  cancelled: 'warn',
  refunded: 'warn',
  paid: 'good',
};

/** Draws the counts of the states that have lines, and their sum. */
export function drawCounts({ words, language }: View, batch: ReturnType<typeof presentBatch>): Html {
  const { id, counts, total_lines: lines, total_amount: amount } = batch;
  const found = lineStates.filter((state) => counts[state].lines > 0);
  return html`<table><thead><tr><th scope="col">${words.status}</th><th scope="col" class="sum">${words.lines}</th><th scope="col" class="sum">${words.sum}</th></tr></thead>
<tbody>${found.map(
    (state) =>
      html`<tr><th scope="row"><a href="${batchesPath}/${id}?status=${state}#lines">${words.lineStates[state]}</a></th><td class="sum" data-name="${words.lines}">${counts[state].lines}</td><td class="sum" data-name="${words.sum}">${amountIn(language, counts[state].amount)}</td></tr>`,
  )}
<tr><th scope="row"><a href="${batchesPath}/${id}#lines">${words.total}</a></th><td class="sum" data-name="${words.lines}">${lines}</td><td class="sum" data-name="${words.sum}">${amountIn(language, amount)}</td></tr></tbody></table>`;
}

type Line = ReturnType<typeof presentLine>;
type Shown = { lines: readonly Line[]; after: string | null; status: LineState | undefined };

export function drawLines(view: View, id: string, { lines, after, status }: Shown): Html {
  const { words } = view;
  const ofStatus = status ? html`status=${status}&amp;` : '';
  return html`${status ? html`<p>${words.lineStates[status]}. <a href="${batchesPath}/${id}#lines">${words.allLines}</a></p>` : ''}
<table><thead><tr><th scope="col">${words.line}</th><th scope="col">${words.payee}</th><th scope="col" class="sum">${words.amount}</th><th scope="col">${words.status}</th><th scope="col">${words.reasons}</th></tr></thead>
<tbody>${lines.map((line) => drawLine(view, line))}</tbody></table>
${after ? html`<nav aria-label="${words.pages}"><a href="${batchesPath}/${id}?${ofStatus}after=${after}#lines">${words.next}</a></nav>` : ''}`;
}

/** Writes a key that is a CPF or CNPJ with points, as people read it. */
function keyIn(key: string): string {
  if (isCpf(key)) return key.replace(/^(\d{3})(\d{3})(\d{3})(\d\d)$/, '$1.$2.$3-$4');
  return isCnpj(key) ? legalIdIn(key) : key;
}

function drawLine({ words, language }: View, line: Line): Html {
  const { id, key, recipient_name: name, recipient_legal_id: legalId, status } = line;
  const told = [
    ...(line.erro_descriptor ? [saidIn(language, line.erro_descriptor)] : []),
    ...line.reasons.filter((one) => one !== line.erro_descriptor).map((one) => saidIn(language, one)),
    ...(line.same_as_line === null ? [] : [words.sameLine(line.same_as_line)]),
    ...(line.possible_duplicate_of === null ? [] : [`${words.duplicate} ${line.possible_duplicate_of}`]),
  ];
  const payee = html`<bdi>${name ?? (key && keyIn(key))}</bdi>`;
  return html`<tr><td data-name="${words.line}">${line.record}<br><span class="soft"><bdi>${line.line_id}</bdi></span></td>
<th scope="row">${id === null ? payee : html`<a href="/console/cashouts/${id}">${payee}</a>`}${legalId ? html`<br><span class="soft">${legalIdIn(maskTaxId(legalId))}</span>` : ''}${line.tag ? html`<br><span class="soft">${words.tag}: <bdi>${line.tag}</bdi></span>` : ''}</th>
<td class="sum" data-name="${words.amount}">${amountIn(language, line.amount)}</td>
<td data-name="${words.status}"${tones[status] ? html` class="${tones[status]}"` : ''}>${words.lineStates[status]}</td>
<td${told.length > 0 ? html` data-name="${words.reasons}"` : ''}><bdi>${told.join(' · ')}</bdi></td></tr>`;
}
