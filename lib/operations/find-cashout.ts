// A transaction as one caller may see it, by its id or by the idempotency key that made it. Without a policy on
// its account it is not found, whoever owns it.

import { hasPolicy, isOwnAccount, type Policy } from '../access.ts';
import type { AccountRef, Cashout } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors.ts';
import { isSameIdentity, keyedCashoutId } from '../idempotency.ts';
import { isSameAccount } from '../ledger.ts';
import type { Identity } from '../tokens.ts';

/** The row and the caller's policies are read side by side: the account is only known from the row. */
export async function findCashout(
  deps: Deps,
  caller: Identity,
  id: number,
): Promise<{ cashout: Cashout; policy: Policy }> {
  const [cashout, policies] = await Promise.all([
    deps.cashouts.get(id),
    deps.accounts.listPolicies(caller.userId),
  ]);
  if (cashout?.companyId !== caller.companyId) refuse('transaction_not_found');
  const policy = policies.find((candidate) => isSameAccount(candidate, cashout.account));
  if (!hasPolicy(caller, policy)) refuse('transaction_not_found');
  return { cashout, policy };
}

/** One read call: the account, the caller's policy and the row that the key would have. */
export async function findByKey(
  deps: Deps,
  caller: Identity,
  account: AccountRef,
  idempotencyKey: string,
): Promise<Cashout> {
  const identity = { companyId: caller.companyId, account, idempotencyKey };
  for (let probe = 0; ; probe++) {
    const found = await deps.cashouts.getWithAccount(account, caller.userId, keyedCashoutId(identity, probe));
    if (!isOwnAccount(caller, found.account) || !hasPolicy(caller, found.policy)) refuse('account_not_found');
    if (!found.existing) refuse('transaction_not_found');
    if (isSameIdentity(found.existing, identity)) return found.existing;
  }
}
