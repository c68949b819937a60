// Draws the charts of an account's latest payments: how long they took from the approval to their end, and why payments
// failed.

import { html } from 'hono/html';
import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { listCashouts } from '../cashout-list/list-cashouts.ts';
import type { Language } from '../receipt/words.ts';
import { groupEnds, reasonsOf, timesOf } from './chart-figures.ts';
import { drawBars } from './charts.ts';
import type { ReadDeps } from './deps.ts';
import { saidIn } from './refusals.ts';
import type { Html, Page, View } from './shell.ts';

/**
 * Number of payments to read. This costs one query of the list of payments, and three reads of at most a hundred rows.
 */
const paymentsMost = 200;
/** Maximum number of bars for reasons. All further reasons share one more bar. */
const reasonsMost = 9;

export async function loadCharts(deps: ReadDeps, caller: Identity, account: AccountRef) {
  const { rows, next } = await listCashouts(deps, caller, {
    account,
    start: new Date(0).toISOString(),
    end: deps.now().toISOString(),
    limit: paymentsMost,
    direction: 'next',
    filter: {},
  });
  return { count: rows.length, hasOlder: next !== null, times: timesOf(rows), reasons: reasonsOf(rows) };
}

type Loaded = Awaited<ReturnType<typeof loadCharts>>;

export function drawCharts(view: View, { branch, number }: AccountRef, loaded: Loaded): Page {
  const { words } = view;
  const { count, hasOlder } = loaded;
  return {
    title: `${words.chartsOf} ${branch}/${number}`,
    body: html`${count === 0 ? html`<p>${words.noPayments}</p>` : html`<p>${words.latestOf(count, hasOlder)}</p>${drawTimes(view, loaded)}${drawReasons(view, loaded)}`}
<nav><a href="/console/accounts/${branch}/${number}">${words.back}</a></nav>`,
  };
}

type Bar = { name: string; count: number };

function drawTimes(view: View, { times }: Loaded): Html {
  const { words, language } = view;
  const { counts, ended, open, medianMs } = times;
  const heading = html`<h2>${words.timesTitle}</h2>`;
  if (medianMs === undefined) return html`${heading}<p>${words.noTimes}</p>`;
  const end = (index: number) => durationIn(language, (groupEnds[index] ?? 0) * 1_000);
  const bars = counts.map((count, index): Bar => {
    if (index === 0) return { name: words.upTo(end(0)), count };
    if (index === groupEnds.length) return { name: words.over(end(index - 1)), count };
    return { name: words.between(end(index - 1), end(index)), count };
  });
  return html`${heading}${drawFigure(view, 'times', words.timesSaid(ended, durationIn(language, medianMs), open), words.duration, bars)}`;
}

function drawReasons(view: View, { reasons, count }: Loaded): Html {
  const { words, language } = view;
  const heading = html`<h2>${words.reasonsTitle}</h2>`;
  if (reasons.length === 0) return html`${heading}<p>${words.noReasons}</p>`;
  const sumOf = (some: readonly { count: number }[]) => some.reduce((sum, one) => sum + one.count, 0);
  const [shown, others] = [reasons.slice(0, reasonsMost), reasons.slice(reasonsMost)];
  const bars: Bar[] = shown.map(({ text, count: own }) => ({
    name: text === null ? words.rejectedByPerson : saidIn(language, text) || words.noReason,
    count: own,
  }));
  if (others.length > 0) bars.push({ name: words.otherReasons, count: sumOf(others) });
  return html`${heading}${drawFigure(view, 'reasons', words.reasonsSaid(sumOf(reasons), count), words.failure, bars)}`;
}

/**
 * Draws a chart and its table.
 * @param said what the chart shows, in words
 * @param column heading of the column with the names of the bars
 */
const drawFigure = ({ words }: View, id: string, said: string, column: string, bars: readonly Bar[]): Html =>
  html`<figure class="card"><figcaption id="${id}-said">${said}</figcaption>
${drawBars(bars, `${id}-said`)}
<details><summary>${words.numbers}</summary><table><thead><tr><th scope="col">${column}</th><th scope="col" class="sum">${words.count}</th></tr></thead>
<tbody>${bars.map(({ name, count }) => html`<tr><th scope="row"><bdi>${name}</bdi></th><td class="sum" data-name="${words.count}">${count}</td></tr>`)}</tbody></table></details></figure>`;

/** Formats a duration in seconds, minutes or hours, rounded up to a tenth: 0.4 s, 12 s, 5 min, 2 h. */
function durationIn(language: Language, ms: number): string {
  const [of, unit] = ms < 60_000 ? [1_000, 's'] : ms < 3_600_000 ? [60_000, 'min'] : [3_600_000, 'h'];
  const text = String(Math.ceil((ms / of) * 10) / 10);
  return `${language === 'pt' ? text.replace('.', ',') : text}\u00a0${unit}`;
}
