// How many transfers one account may have in progress, and how often that is counted. A container remembers what it has
// counted, so that most transfers are let through without a look. It is exact where fewer than a thousand are allowed.

import { refuseSaying } from '../base/errors.ts';

/** What a container knows of an account: how many it had in progress, and how many it was let through since. */
export type Look = { atMs: number; open: number; passed: number };

/** Before the first look. */
export const noLook: Look = { atMs: Number.NEGATIVE_INFINITY, open: 0, passed: 0 };

const freshMs = 10_000;
/** Of the room that a fresh look has found, a hundred containers may let through this part, and not go beyond. */
const freshPart = 1 / 100;
/** Of the bound, what a container may let through on a look of any age. */
const blindPart = 1 / 1_000;

/** For how long an account that had no room is refused without another look. */
const fullSeconds = 5;

export function refuseFull(): never {
  refuseSaying('too_many_open', { retryAfterSeconds: fullSeconds });
}

export function hasRoom({ open }: Look, most: number): boolean {
  return open < most;
}

/** Whether another look has to be taken before a transfer is let through, or refused. */
export function isDue({ atMs, open, passed }: Look, nowMs: number, most: number): boolean {
  const [room, ageMs] = [most - open, nowMs - atMs];
  if (room <= 0) return ageMs >= fullSeconds * 1_000;
  const fresh = ageMs < freshMs ? Math.floor(room * freshPart) : 0;
  return passed >= Math.min(room, Math.max(fresh, Math.floor(most * blindPart)));
}
