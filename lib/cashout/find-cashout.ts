// A transaction as one caller may see it, by its id or by the idempotency key that made it. Without a policy on
// its account it is not found, whoever owns it.

import type { Identity } from '../access/tokens.ts';
import { admit } from '../account/find-account.ts';
import { findOwned } from '../account/find-owned.ts';
import type { Policy } from '../account/policy.ts';
import type { Core } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Cashout } from './cashout.ts';
import { isSameIdentity, keyedCashoutId } from './idempotency.ts';

export async function findCashout(
  deps: Core,
  caller: Identity,
  id: number,
): Promise<{ cashout: Cashout; policy: Policy }> {
  const { row, policy } = await findOwned(deps, caller, deps.cashouts.get(id), 'transaction_not_found');
  return { cashout: row, policy };
}

/** One read call: the account, the caller's policy and the row that the key would have. */
export async function findByKey(
  deps: Core,
  caller: Identity,
  account: AccountRef,
  idempotencyKey: string,
): Promise<Cashout> {
  const identity = { companyId: caller.companyId, account, idempotencyKey };
  for (let probe = 0; ; probe++) {
    const found = await deps.cashouts.getWithAccount(account, caller.userId, keyedCashoutId(identity, probe));
    admit(caller, found);
    if (!found.existing) refuse('transaction_not_found');
    if (isSameIdentity(found.existing, identity)) return found.existing;
  }
}
