// Counts and sums the lines of a batch by state.

import { type Cents, cents } from '../base/money.ts';
import { type LineProgress, type LineState, lineStates } from './line-progress.ts';

/** Number and cents of the lines in each state. States without lines are absent. */
export type Tally = Partial<Record<LineState, { count: number; cents: number }>>;

type Paying = { request: { amountCents: number } };

export const centsOf = (lines: readonly Paying[]): number =>
  lines.reduce((sum, { request }) => sum + request.amountCents, 0);

export function tallyOf(lines: readonly (Paying & { progress: LineProgress })[]): Tally {
  const tally: Tally = {};
  for (const { progress, request } of lines) {
    const { count, cents } = tally[progress.state] ?? { count: 0, cents: 0 };
    tally[progress.state] = { count: count + 1, cents: cents + request.amountCents };
  }
  return tally;
}

/** Returns the counts after the waiting lines have become lines that never start. */
export function asNotStarted({ waiting, not_started: before, ...more }: Tally): Tally {
  if (!waiting) return { ...more, ...(before ? { not_started: before } : {}) };
  const { count = 0, cents = 0 } = before ?? {};
  return { ...more, not_started: { count: count + waiting.count, cents: cents + waiting.cents } };
}

/**
 * Returns the counts of the whole batch. Over all states, the counts add up to the number of lines, and the cents to
 * the batch's total.
 */
export function totals(tallies: readonly Tally[]): Record<LineState, { count: number; cents: Cents }> {
  const of = (state: LineState) => ({
    count: tallies.reduce((sum, tally) => sum + (tally[state]?.count ?? 0), 0),
    cents: cents(tallies.reduce((sum, tally) => sum + (tally[state]?.cents ?? 0), 0)),
  });
  return Object.fromEntries(lineStates.map((state) => [state, of(state)])) as ReturnType<typeof totals>;
}
