// Computes the numbers of the charts of payments: how long payments took from the approval to their end, and why
// payments failed.

import type { Cashout } from '../cashout/cashout.ts';

/** Upper limits of the groups, in seconds. The last group contains the payments that took longer. */
export const groupEnds = [1, 2, 5, 10, 30, 60, 300, 3_600] as const;

/**
 * `counts`: payments per group. `medianMs`: undefined if no payment has ended. `open`: approved payments in progress.
 */
export type Times = { counts: readonly number[]; ended: number; open: number; medianMs: number | undefined };

type Timed = Pick<Cashout, 'status' | 'approvedAt' | 'startsAt' | 'endedAt' | 'rejectedBy'>;

/** Computes the times. The time of a payment begins at its approval, or at its scheduled start if that is later. */
export function timesOf(cashouts: readonly Timed[]): Times {
  const approved = cashouts.filter(({ approvedAt, rejectedBy }) => approvedAt && !rejectedBy);
  const took = approved
    .flatMap(({ approvedAt = '', startsAt = '', endedAt }) =>
      endedAt
        ? [Math.max(0, Date.parse(endedAt) - Date.parse(startsAt > approvedAt ? startsAt : approvedAt))]
        : [],
    )
    .toSorted((one, other) => one - other);
  const upTo = (seconds: number) => took.filter((ms) => ms <= seconds * 1_000).length;
  const ends = [...groupEnds.map(upTo), took.length];
  return {
    counts: ends.map((count, index) => count - (ends[index - 1] ?? 0)),
    ended: took.length,
    open: approved.filter(({ status }) => status === 'PROCESSING').length,
    medianMs: took[Math.floor((took.length - 1) / 2)],
  };
}

/**
 * A reason with its number of payments. `text`: the API's text; null if a person rejected the payment, because that
 * text is the person's own.
 */
export type Reason = { text: string | null; count: number };

type Failed = Pick<Cashout, 'status' | 'rejectedBy' | 'failureText'>;

/** Returns the reasons why payments ended unpaid, the most frequent first. */
export function reasonsOf(cashouts: readonly Failed[]): readonly Reason[] {
  const counts = new Map<string | null, number>();
  for (const { status, rejectedBy, failureText = '' } of cashouts) {
    if (status !== 'ERROR' && status !== 'CANCELLED') continue;
    const text = rejectedBy ? null : failureText;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .map(([text, count]) => ({ text, count }))
    .toSorted((one, other) => other.count - one.count || ((one.text ?? '') < (other.text ?? '') ? -1 : 1));
}
