// Cashouts of one account, or of all accounts that the caller may see, newest first, by cursor (an extension,
// decision 68).

import type { Identity } from '../access/tokens.ts';
import type { Account } from '../account/account.ts';
import { findAccount } from '../account/find-account.ts';
import { readOwned } from '../account/list-owned.ts';
import { hasPermissions, hasPolicy, requirePermissions } from '../account/policy.ts';
import type { Core, WithLists } from '../app/deps.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Cursor, Page } from '../base/page.ts';
import type { Rules } from '../rules/rules.ts';
import type { Cashout } from './cashout.ts';
import { isApprovable, isExpired } from './expire-cashout.ts';
import { judge, whyNotBy } from './judge.ts';
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
  const rulesOf = new Map(accounts.map((one) => [accountKey(one), one.rules]));
  const isWanted = (row: Cashout) =>
    !isForApproval || mayApproveNow(row, rulesOf.get(accountKey(row.account)), caller.userId, deps.now());
  return { ...page, rows: page.rows.filter(isWanted) };
}

/** An expired one is NEW until the next sweep, and can be approved no more. */
function mayApproveNow(row: Cashout, rules: Rules | undefined, userId: string, now: Date): boolean {
  if (!isApprovable(row) || isExpired(row, now)) return false;
  if (!rules && !row.requires) return true;
  const judgement = judge('wait', { cashout: row }, { rules });
  return whyNotBy(userId, row.createdBy, judgement) === undefined;
}

async function findOne(deps: Core, caller: Identity, ref: AccountRef, isForApproval: boolean) {
  const { account, policy } = await findAccount(deps, caller, ref);
  if (isForApproval) requirePermissions(policy, ['APPROVE']);
  return account;
}

/** Refuses before it reads an account of somebody who has too many. */
async function findAll(deps: Core, caller: Identity, isForApproval: boolean): Promise<Account[]> {
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
