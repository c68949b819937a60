// Finds an account that the caller may see, and the caller's policy on it. Three cases get the same "not found" after
// the same read, so that a caller cannot tell them apart: the account does not exist, it belongs to another company, or
// the caller has no active policy on it. Nothing else of the account is read before.

import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { Account } from './account.ts';
import type { WithAccounts } from './deps.ts';
import { hasPolicy, isOwnAccount, type Policy } from './policy.ts';

/** Returns the account and the policy. Refuses a caller that may not see the account. */
export function admit<Found extends { account?: Account | undefined; policy?: Policy | undefined }>(
  caller: Identity,
  found: Found,
): asserts found is Found & { account: Account; policy: Policy } {
  if (!isOwnAccount(caller, found.account) || !hasPolicy(caller, found.policy)) refuse('account_not_found');
}

export async function findAccount(
  deps: Base & WithAccounts,
  caller: Identity,
  ref: AccountRef,
): Promise<{ account: Account; policy: Policy }> {
  const found = await deps.accounts.getWithPolicy(ref, caller.userId);
  admit(caller, found);
  return found;
}
