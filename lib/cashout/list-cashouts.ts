// Cashouts of one account, or of all accounts that the caller may see, newest first, by cursor (an extension,
// decision 68).

import type { Identity } from '../access/tokens.ts';
import { findAccount } from '../account/find-account.ts';
import { readOwned } from '../account/list-owned.ts';
import { hasPermissions, hasPolicy, requirePermissions } from '../account/policy.ts';
import type { Core, WithLists } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Cursor, Page } from '../base/page.ts';
import type { Cashout } from './cashout.ts';
import { isApprovable, isExpired } from './expire-cashout.ts';
import { listedAt } from './list-place.ts';
import { type Awaiting, sourcesOf } from './list-sources.ts';
import { type PageQuery, readPage } from './read-page.ts';

export type CashoutQuery = Omit<PageQuery, 'from'> & {
  /** All of the caller's accounts, if absent. */
  account?: AccountRef;
  /** `approval`: only what the caller may approve. */
  awaiting?: Awaiting;
  cursor?: Cursor;
};

/** Accounts that one page may be read from. */
const accountsMax = 50;

export async function listCashouts(
  deps: Core & WithLists,
  caller: Identity,
  { account, awaiting, cursor, ...query }: CashoutQuery,
): Promise<Page<Cashout>> {
  const isForApproval = awaiting === 'approval';
  const accounts = account
    ? [await findOne(deps, caller, account, isForApproval)]
    : await findAll(deps, caller, isForApproval);
  const sources = sourcesOf(deps.cashoutLists, accounts, query.filter.status, awaiting);
  const from = cursor ? { from: listedAt(cursor) } : {};
  const page = await readPage(deps.cashoutLists, sources, { ...query, ...from });
  // An expired one is NEW until the next sweep, and can be approved no more.
  const isWanted = (row: Cashout) => !isForApproval || (isApprovable(row) && !isExpired(row, deps.now()));
  return { ...page, rows: page.rows.filter(isWanted) };
}

async function findOne(deps: Core, caller: Identity, ref: AccountRef, isForApproval: boolean) {
  const { account, policy } = await findAccount(deps, caller, ref);
  if (isForApproval) requirePermissions(policy, ['APPROVE']);
  return account;
}

/** Refuses before it reads an account of somebody who has too many. */
async function findAll(deps: Core, caller: Identity, isForApproval: boolean): Promise<AccountRef[]> {
  const policies = await deps.accounts.listPolicies(caller.userId);
  const wanted = policies.filter(
    (policy) => hasPolicy(caller, policy) && (!isForApproval || hasPermissions(policy, ['APPROVE'])),
  );
  if (wanted.length > accountsMax)
    refuse('validation_error', [
      {
        field: 'source_account_number',
        message: `is required for a caller with more than ${accountsMax} accounts`,
      },
    ]);
  return (await readOwned(deps, caller, wanted)).map(({ account }) => account);
}
