// How many transfers one account may have in progress, and how often they are counted. A container keeps its count, so
// most transfers need no new one. With a bound of 1,000 or more, a hundred containers may exceed it by about a tenth
// (docs/decisions/engineering/watched-accounts.md).

import { refuseSaying } from '../base/errors.ts';

/** A container's count for an account: transfers in progress at the count, and transfers allowed since. */
export type Count = { atMs: number; open: number; passed: number };

/** The value before the first count. */
export const noCount: Count = { atMs: Number.NEGATIVE_INFINITY, open: 0, passed: 0 };

const freshMs = 10_000;
/**
 * The share of the remaining capacity that one container may use after a count. A hundred containers stay within the
 * bound.
 */
const freshPart = 1 / 100;
/** The share of the bound that one container may use whatever the age of its count. */
const blindPart = 1 / 1_000;

/** Seconds for which an account at its bound is refused without a new count. */
const fullSeconds = 5;

export function refuseFull(): never {
  refuseSaying('too_many_open', { retryAfterSeconds: fullSeconds });
}

export function hasCapacity({ open }: Count, most: number): boolean {
  return open < most;
}

/** Whether to count again before the next transfer is allowed or refused. */
export function isDue({ atMs, open, passed }: Count, nowMs: number, most: number): boolean {
  const [room, ageMs] = [most - open, nowMs - atMs];
  if (room <= 0) return ageMs >= fullSeconds * 1_000;
  const fresh = ageMs < freshMs ? Math.floor(room * freshPart) : 0;
  return passed >= Math.min(room, Math.max(fresh, Math.floor(most * blindPart)));
}
