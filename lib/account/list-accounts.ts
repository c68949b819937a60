// The accounts that the caller may see, in pages (an extension: docs/decisions/product/lists.md). The cost of a page
// depends only on its length.

import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { Core } from './deps.ts';
import { type Owned, readOwned } from './list-owned.ts';

/** `after`: the last account of the previous page. */
export type AccountsQuery = { after?: AccountRef | undefined; limit: number };

/** `next`: the `after` of the next page; null on the last page. A page is shorter if it contains ended policies. */
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
