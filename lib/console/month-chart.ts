// Draws the balance of an account over one month, on the account's page. Every day of the month is read.

import type { AccountRef } from '../base/account-ref.ts';
import { cents, toDecimal } from '../base/money.ts';
import { addDays, saoPauloDay } from '../base/time.ts';
import type { Closings } from '../ledger/list-closings.ts';
import { type Html, h } from '../page/elements.ts';
import { amountIn, dayIn } from '../page/formats.ts';
import { card, table } from '../page/parts.ts';
import { drawSteps } from './charts.ts';
import type { View } from './shell.ts';

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
  view: View,
  ref: AccountRef,
  closings: Closings,
  asked: Month,
  days: { from: string; to: string },
): Html {
  const { words, language } = view;
  const { before, ends } = closings;
  const { month } = asked;
  const { length } = daysOf(asked);
  const named = [dayIn(language, `${month}-01`), dayIn(language, `${month}-${length}`)] as const;
  const values = ends.map(({ balanceCents }) => balanceCents);
  const say = (balance: number) => balanceIn(view, balance);
  return card(
    { title: words.monthTitle, more: drawOtherMonths(view, ref, asked, days) },
    h.figure(
      { class: 'stack' },
      h.figcaption({ id: 'month-said' }, words.monthSaid(monthIn(view, month), sayEnds(view, ends))),
      drawSteps({ before, values, slots: length, say, named }, 'month-said'),
      h.details({ class: 'stack' }, h.summary(words.numbers), drawNumbers(view, closings)),
    ),
  );
}

const balanceIn = ({ language }: View, balance: number) => amountIn(language, toDecimal(cents(balance)));

const monthIn = ({ words }: View, month: string) =>
  new Intl.DateTimeFormat(words.languageTag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  );

/** Says the lowest, the highest and the last balance. */
function sayEnds(view: View, ends: Closings['ends']): string {
  const { words, language } = view;
  const byBalance = ends.toSorted((one, other) => one.balanceCents - other.balanceCents);
  const told = [
    [words.lowest, byBalance[0]],
    [words.highest, byBalance.at(-1)],
    [words.lastOne, ends.at(-1)],
  ] as const;
  return told
    .map(([name, one]) =>
      one ? `${name} ${balanceIn(view, one.balanceCents)} (${dayIn(language, one.day)}).` : '',
    )
    .join(' ');
}

function drawNumbers(view: View, { before, ends }: Closings): Html {
  const { words, language } = view;
  return table({
    label: words.monthTitle,
    columns: [
      [words.day, 'row'],
      [words.balanceAtEnd, 'main sum'],
    ],
    rows: [{ day: '', balanceCents: before }, ...ends].map(({ day, balanceCents }) => [
      day ? dayIn(language, day) : words.atFirst,
      balanceIn(view, balanceCents),
    ]),
  });
}

/** Draws links to the month before and the month after. */
function drawOtherMonths(
  { words }: View,
  { branch, number }: AccountRef,
  asked: Month,
  days: { from: string; to: string },
): Html {
  const { month, today } = asked;
  const link = (to: string, name: string) =>
    h.a(
      { href: `/console/accounts/${branch}/${number}?${new URLSearchParams({ ...days, month: to })}` },
      name,
    );
  const earlier = addDays(`${month}-01`, -1).slice(0, 7);
  const later = addDays(`${month}-${daysOf(asked).length}`, 1).slice(0, 7);
  return h.nav(
    { class: 'acts', 'aria-label': words.monthTitle },
    earlier < firstMonth ? '' : link(earlier, words.monthBefore),
    later > today ? '' : link(later, words.monthAfter),
  );
}
