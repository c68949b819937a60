// Creates a cashout with a one-time code. The code's time step is marked as used in the same transaction, so that one
// code makes one cashout. Five wrong codes lock the user for 15 minutes.

import { noCode } from '../access/lacking.ts';
import { isCode, matchCode } from '../access/totp.ts';
import { refuseSaying } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
import type { Action } from '../platform/table.ts';
import type { Cashout } from './cashout.ts';
import type { Inserted } from './cashout-store.ts';
import type { Core } from './deps.ts';

const wrongCodesMax = 5;
const lockSeconds = 900;

export async function insertWithCode(
  deps: Core,
  cashout: Cashout,
  code: string,
  note?: Action,
): Promise<Inserted> {
  if (!isCode(code)) refuseSaying('unauthorized', noCode);
  const now = deps.now();
  const user = await deps.users.get(cashout.createdBy);
  if (!user || (user.lockedUntil && user.lockedUntil > now.toISOString()))
    refuseSaying('unauthorized', noCode);
  const step = matchCode(user.mfaSecret, code, now);
  if (step === undefined) {
    await deps.users.noteWrongCode(user, wrongCodesMax, addSeconds(now, lockSeconds));
    return refuseSaying('unauthorized', noCode);
  }
  // A code that was already used does not count as a wrong code, because the same request may have been sent twice.
  const isSpent = user.lastStep !== undefined && step <= user.lastStep;
  const inserted = isSpent
    ? await findExisting(deps, cashout)
    : await deps.cashouts.insertSpending(cashout, user, step, now.toISOString(), note);
  return inserted ?? refuseSaying('unauthorized', noCode);
}

/**
 * Returns the row that this request created before, if any. With an idempotency key, the request that used the code may
 * have created it.
 */
async function findExisting(deps: Core, { id, idempotencyKey }: Cashout): Promise<Inserted | undefined> {
  const existing = idempotencyKey ? await deps.cashouts.get(id) : undefined;
  return existing && { inserted: false, existing };
}
