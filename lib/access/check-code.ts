// Checks a user's one-time code. Five wrong codes lock the user for 15 minutes.

import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import type { WithUsers } from './deps.ts';
import { isCode, matchCode } from './totp.ts';
import type { KnownUser } from './user-store.ts';

const wrongCodesMax = 5;
const lockSeconds = 900;

/**
 * Checks a code, and counts a wrong code.
 * @returns the user, and the time step of the code, which the caller must mark as used (spendStep); undefined if the
 * code is wrong or the user is locked
 */
export async function checkCode(
  { users, now: clock }: Base & WithUsers,
  userId: string,
  code: string,
): Promise<{ user: KnownUser; step: number } | undefined> {
  if (!isCode(code)) return undefined;
  const now = clock();
  const user = await users.get(userId);
  if (!user || (user.lockedUntil && user.lockedUntil > now.toISOString())) return undefined;
  const step = matchCode(user.mfaSecret, code, now);
  if (step === undefined) {
    await users.noteWrongCode(user, wrongCodesMax, addSeconds(now, lockSeconds));
    return undefined;
  }
  return { user, step };
}
