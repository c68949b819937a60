// Decides whether an account may have one more transfer in progress, and when the transfers must be counted again. A
// container keeps its count in memory, so most transfers need no new count. If the maximum is 1,000 or more, a hundred
// containers may exceed it by about a tenth (docs/decisions/engineering/watched-accounts.md).

import { refuseSaying } from '../base/errors.ts';

/**
 * A container's count for an account: the transfers in progress when they were counted, and the transfers allowed since
 * then.
 */
export type Count = { atMs: number; open: number; passed: number };

/** The value before the first count. Its time is infinitely old, so the first transfer always requires a count. */
export const noCount: Count = { atMs: Number.NEGATIVE_INFINITY, open: 0, passed: 0 };

const freshMs = 10_000;
/**
 * The part of the remaining capacity that one container may use after a count. A hundred containers together then stay
 * within the maximum.
 */
const freshPart = 1 / 100;
/** The part of the maximum that one container may use even if its count is old. */
const blindPart = 1 / 1_000;

/** Seconds for which an account that has reached its maximum is refused without a new count. */
const fullSeconds = 5;

export function refuseFull(): never {
  refuseSaying('too_many_open', { retryAfterSeconds: fullSeconds });
}

export function hasCapacity({ open }: Count, most: number): boolean {
  return open < most;
}

/** Returns whether the transfers must be counted again before the next transfer is allowed or refused. */
export function isDue({ atMs, open, passed }: Count, nowMs: number, most: number): boolean {
  const [room, ageMs] = [most - open, nowMs - atMs];
  if (room <= 0) return ageMs >= fullSeconds * 1_000;
  const fresh = ageMs < freshMs ? Math.floor(room * freshPart) : 0;
  return passed >= Math.min(room, Math.max(fresh, Math.floor(most * blindPart)));
}
