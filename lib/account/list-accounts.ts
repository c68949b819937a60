// Lists the accounts that the caller may see, in pages (an extension: docs/decisions/product/lists.md). The cost of a
// page depends only on the page's length.

import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { Base } from '../platform/deps.ts';
import type { WithAccounts } from './deps.ts';
import { type Owned, readOwned } from './list-owned.ts';

/** Query of a page. `after`: the last account of the previous page. */
export type AccountsQuery = { after?: AccountRef | undefined; limit: number };

/**
 * Lists one page. `next`: the value of `after` for the next page; null on the last page. A page is shorter if some of
 * the caller's policies have ended.
 */
export async function listAccounts(
  deps: Base & WithAccounts,
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
