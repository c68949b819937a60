// Lists the accounts that a caller may see, each with the caller's policy on it.

import type { Identity } from '../access/tokens.ts';
import type { Base } from '../platform/deps.ts';
import type { Account } from './account.ts';
import type { WithAccounts } from './deps.ts';
import { hasPolicy, isOwnAccount, type Policy } from './policy.ts';

export type Owned = { account: Account; policy: Policy };

/** Lists the accounts, ordered by branch and number as text. */
export async function listOwned(deps: Base & WithAccounts, caller: Identity): Promise<Owned[]> {
  return readOwned(deps, caller, await deps.accounts.listPolicies(caller.userId));
}

/** Returns the policies that are in force, each with its account. */
export async function readOwned(
  deps: Base & WithAccounts,
  caller: Identity,
  policies: readonly Policy[],
): Promise<Owned[]> {
  const active = policies.filter((policy) => hasPolicy(caller, policy));
  const accounts = await deps.accounts.getAll(active);
  return active.flatMap((policy, index) => {
    const account = accounts[index];
    return isOwnAccount(caller, account) ? [{ account, policy }] : [];
  });
}
