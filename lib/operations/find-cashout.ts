// A transaction as one caller may see it: the row and the caller's policies are read side by side, and a row
// without a policy on its account is not found, whoever owns it.

import { hasPolicy, type Policy } from '../access.ts';
import type { Cashout } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors.ts';
import { isSameAccount } from '../ledger.ts';
import type { Identity } from '../tokens.ts';

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
