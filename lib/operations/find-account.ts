// An account as one caller may see it, with the caller's policy on it. Missing, another company's and without an active
// policy are the same, and cost the same read: not found. Nothing else of the account is read before.

import { hasPolicy, isOwnAccount, type Policy } from '../access.ts';
import type { AccountRef } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { Account } from '../ledger.ts';
import type { Identity } from '../tokens.ts';

export async function findAccount(
  deps: Core,
  caller: Identity,
  ref: AccountRef,
): Promise<{ account: Account; policy: Policy }> {
  const { account, policy } = await deps.accounts.getWithPolicy(ref, caller.userId);
  if (!isOwnAccount(caller, account) || !hasPolicy(caller, policy)) refuse('account_not_found');
  return { account, policy };
}
