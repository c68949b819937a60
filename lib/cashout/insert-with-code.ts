// Creates a cashout with a one-time code. The code's time step is marked as used in the same transaction, so that one
// code makes one cashout.

import { checkCode } from '../access/check-code.ts';
import type { WithUsers } from '../access/deps.ts';
import { noCode } from '../access/lacking.ts';
import { refuseSaying } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { Action } from '../platform/table.ts';
import type { Cashout } from './cashout.ts';
import type { Inserted } from './cashout-store.ts';
import type { WithCashouts } from './deps.ts';

export async function insertWithCode(
  deps: Base & WithUsers & WithCashouts,
  cashout: Cashout,
  code: string,
  note?: Action,
): Promise<Inserted> {
  const checked = await checkCode(deps, cashout.createdBy, code);
  if (!checked) return refuseSaying('unauthorized', noCode);
  const { user, step } = checked;
  // A code that was already used does not count as a wrong code, because the same request may have been sent twice.
  const isSpent = user.lastStep !== undefined && step <= user.lastStep;
  const inserted = isSpent
    ? await findExisting(deps, cashout)
    : await deps.cashouts.insertSpending(cashout, user, step, deps.now().toISOString(), note);
  return inserted ?? refuseSaying('unauthorized', noCode);
}

/**
 * Returns the row that this request created before, if any. If the request has an idempotency key, an earlier copy of
 * the request may have used the code and created the row.
 */
async function findExisting(
  deps: Base & WithCashouts,
  { id, idempotencyKey }: Cashout,
): Promise<Inserted | undefined> {
  const existing = idempotencyKey ? await deps.cashouts.get(id) : undefined;
  return existing && { inserted: false, existing };
}
