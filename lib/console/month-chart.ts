// Draws the balance of an account over one month, on the account's page. Every day of the month is read.

import { html } from 'hono/html';
import type { AccountRef } from '../base/account-ref.ts';
import { cents, toDecimal } from '../base/money.ts';
import { addDays, saoPauloDay, saoPauloDayRange } from '../base/time.ts';
import type { Closings } from '../ledger/list-closings.ts';
import { amountIn, timeIn } from '../receipt/words.ts';
import { drawSteps } from './charts.ts';
import type { Html, View } from './shell.ts';

/** Pix began in this month, so no earlier month is shown. */
const firstMonth = '2020-11';

/** A month (YYYY-MM) and today (YYYY-MM-DD), in São Paulo. */
export type Month = { month: string; today: string };

/** Reads the month in the address. If it is not a month or has not begun, returns the current month. */
export function readMonth(given: string | undefined, now: Date): Month {
  const today = saoPauloDay(now.toISOString());
  const isMonth = given !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(given);
  const month = isMonth && firstMonth <= given && given <= today ? given : today.slice(0, 7);
  return { month, today };
}

/** Returns the days of the month that have begun, and the number of all its days. */
export function daysOf({ month, today }: Month): { begun: [string, ...string[]]; length: number } {
  const first = `${month}-01`;
  const begun: [string, ...string[]] = [first];
  let length = 1;
  for (let day = addDays(first, 1); day.startsWith(month); day = addDays(day, 1)) {
    length++;
    if (day <= today) begun.push(day);
  }
  return { begun, length };
}

/**
 * Draws the chart.
 * @param days range of the statement on the same page; the links to other months keep this range
 */
export function drawMonth(
  { words, language }: View,
  ref: AccountRef,
  { before, ends }: Closings,
  asked: Month,
  days: { from: string; to: string },
): Html {
  const { month, today } = asked;
  const { length } = daysOf(asked);
  const dayIn = (day: string) => timeIn(language, saoPauloDayRange(day).from).split(',')[0] ?? day;
  const monthIn = new Intl.DateTimeFormat(words.languageTag, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(month));
  const say = (balance: number) => amountIn(language, toDecimal(cents(balance)));
  const byBalance = ends.toSorted((one, other) => one.balanceCents - other.balanceCents);
  const facts = [
    [words.lowest, byBalance[0]],
    [words.highest, byBalance.at(-1)],
    [words.lastOne, ends.at(-1)],
  ] as const;
  const said = facts.map(([name, one]) =>
    one ? `${name} ${say(one.balanceCents)} (${dayIn(one.day)}).` : '',
  );
  const lastDay = `${month}-${length}`;
  const link = (to: string, name: string) =>
    html`<a href="/console/accounts/${ref.branch}/${ref.number}?${new URLSearchParams({ ...days, month: to })}">${name}</a>`;
  const [earlier, later] = [addDays(`${month}-01`, -1).slice(0, 7), addDays(lastDay, 1).slice(0, 7)];
  return html`<h2>${words.monthTitle}</h2><figure class="card"><figcaption id="month-said">${words.monthSaid(monthIn, said.join(' '))}</figcaption>
${drawSteps({ before, values: ends.map(({ balanceCents }) => balanceCents), slots: length, say, named: [dayIn(`${month}-01`), dayIn(lastDay)] }, 'month-said')}
<details><summary>${words.numbers}</summary><table><thead><tr><th scope="col">${words.day}</th><th scope="col" class="sum">${words.balanceAtEnd}</th></tr></thead>
<tbody>${[{ day: '', balanceCents: before }, ...ends].map(({ day, balanceCents }) => html`<tr><th scope="row">${day ? dayIn(day) : words.atFirst}</th><td class="sum" data-name="${words.balanceAfter}">${say(balanceCents)}</td></tr>`)}</tbody></table></details>
<nav aria-label="${words.monthTitle}">${earlier < firstMonth ? '' : link(earlier, words.monthBefore)}${later > today ? '' : link(later, words.monthAfter)}</nav></figure>`;
}
