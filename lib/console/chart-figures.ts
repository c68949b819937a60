// What the charts of payments show: how long payments took from approval to their end, and why others failed.

import type { Cashout } from '../cashout/cashout.ts';

/** Upper ends of the groups, in seconds. The last group has all that took longer. */
export const groupEnds = [1, 2, 5, 10, 30, 60, 300, 3_600] as const;

/** `medianMs`: undefined if no payment has ended. `open`: approved, and not ended yet. */
export type Times = { counts: readonly number[]; ended: number; open: number; medianMs: number | undefined };

type Timed = Pick<Cashout, 'status' | 'approvedAt' | 'startsAt' | 'endedAt' | 'rejectedBy'>;

/** A scheduled payment counts from its start, because until then nobody has tried to pay it. */
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

/** `text`: of the API; null if a person has rejected the payment, in words of its own. */
export type Reason = { text: string | null; count: number };

type Failed = Pick<Cashout, 'status' | 'rejectedBy' | 'failureText'>;

/** Why payments ended unpaid, the most frequent reason first. */
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
