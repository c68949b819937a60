// How many transfers one account may have in progress, and how often they are counted. A container remembers
// its count, so that most transfers are let through without a new one. From a bound of a thousand on, a
// hundred containers may exceed it by about a tenth (docs/decisions/engineering/watched-accounts.md).

import { refuseSaying } from '../base/errors.ts';

/**
 * What a container knows of an account: how many transfers it had in progress, and how many were let through
 * since.
 */
export type Count = { atMs: number; open: number; passed: number };

/** Before the first count. */
export const noCount: Count = { atMs: Number.NEGATIVE_INFINITY, open: 0, passed: 0 };

const freshMs = 10_000;
/**
 * The part of the room found by a fresh count that one container may use: a hundred containers stay within
 * the bound.
 */
const freshPart = 1 / 100;
/** The part of the bound that one container may use on a count of any age. */
const blindPart = 1 / 1_000;

/** Seconds for which a full account is refused without a new count. */
const fullSeconds = 5;

export function refuseFull(): never {
  refuseSaying('too_many_open', { retryAfterSeconds: fullSeconds });
}

export function hasCapacity({ open }: Count, most: number): boolean {
  return open < most;
}

/** Whether to count again before a transfer is let through or refused. */
export function isDue({ atMs, open, passed }: Count, nowMs: number, most: number): boolean {
  const [room, ageMs] = [most - open, nowMs - atMs];
  if (room <= 0) return ageMs >= fullSeconds * 1_000;
  const fresh = ageMs < freshMs ? Math.floor(room * freshPart) : 0;
  return passed >= Math.min(room, Math.max(fresh, Math.floor(most * blindPart)));
}
