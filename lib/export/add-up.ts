// Checks whether the entries of a file add up: each balance is the previous balance plus the entry, no number is
// missing, and the last balance is the closing balance.

import type { Cents } from '../base/money.ts';
import type { Entry } from '../ledger/entry.ts';
import { movedCents } from './file-form.ts';

/** The state of a check. `fault`: the first error that was found. */
export type AddedUp = { balanceCents: Cents; seq: number | undefined; count: number; fault?: string };

export function beginAddingUp(openingCents: Cents): AddedUp {
  return { balanceCents: openingCents, seq: undefined, count: 0 };
}

/**
 * Adds entries to a check.
 * @param entries the next entries, oldest first
 */
export function addUp(before: AddedUp, entries: readonly Entry[]): AddedUp {
  return entries.reduce(addOne, before);
}

function addOne({ balanceCents, seq, count, fault }: AddedUp, entry: Entry): AddedUp {
  const expected = balanceCents + movedCents(entry);
  const wrong =
    seq !== undefined && entry.seq !== seq + 1
      ? `entry ${entry.seq} comes after ${seq}`
      : entry.balanceCents !== expected
        ? `the balance of entry ${entry.seq} is not the one before plus the entry`
        : undefined;
  const first = fault ?? wrong;
  return {
    balanceCents: entry.balanceCents,
    seq: entry.seq,
    count: count + 1,
    ...(first ? { fault: first } : {}),
  };
}

/**
 * Ends a check.
 * @returns the first error of the whole file; undefined if the file adds up
 */
export function faultOf({ balanceCents, fault }: AddedUp, closingCents: Cents): string | undefined {
  return (
    fault ?? (balanceCents === closingCents ? undefined : 'the entries do not lead to the closing balance')
  );
}
