// An account as one caller may see it, with the caller's policy on it. Missing, another company's and without an active
// policy are the same, and cost the same read: not found. Nothing else of the account is read before.

import type { Identity } from '../access/tokens.ts';
import type { Core } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Account } from './account.ts';
import { hasPolicy, isOwnAccount, type Policy } from './policy.ts';

/** Refuses who may not see the account that was found. */
export function admit<Found extends { account?: Account | undefined; policy?: Policy | undefined }>(
  caller: Identity,
  found: Found,
): asserts found is Found & { account: Account; policy: Policy } {
  if (!isOwnAccount(caller, found.account) || !hasPolicy(caller, found.policy)) refuse('account_not_found');
}

export async function findAccount(
  deps: Core,
  caller: Identity,
  ref: AccountRef,
): Promise<{ account: Account; policy: Policy }> {
  const found = await deps.accounts.getWithPolicy(ref, caller.userId);
  admit(caller, found);
  return found;
}
