// The accounts that the caller may see, a page at a time (an extension: docs/decisions/product/lists.md). A page costs what it shows.

import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { Core } from './deps.ts';
import { type Owned, readOwned } from './list-owned.ts';

/** `after`: the account that the last page ended with. */
export type AccountsQuery = { after?: AccountRef | undefined; limit: number };

/** `next`: the account to go on after; null on the last page. Policies that were ended make a page shorter. */
export async function listAccounts(
  deps: Core,
  caller: Identity,
  { after, limit }: AccountsQuery,
): Promise<{ rows: Owned[]; next: AccountRef | null }> {
  const policies = await deps.accounts.listPoliciesAfter(caller.userId, after, limit + 1);
  const page = policies.slice(0, limit);
  const last = policies.length > limit ? page.at(-1) : undefined;
  return {
    rows: await readOwned(deps, caller, page),
    next: last ? { branch: last.branch, number: last.number } : null,
  };
}
