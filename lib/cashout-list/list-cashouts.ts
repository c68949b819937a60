// Lists cashouts of one account, or of all accounts that the caller may see, newest first, by cursor (an extension:
// docs/decisions/product/lists.md).

import type { Identity } from '../access/tokens.ts';
import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import { readOwned } from '../account/list-owned.ts';
import { hasPermissions, hasPolicy, requirePermissions } from '../account/policy.ts';
import { isApprovable, isExpired } from '../approval/expire-cashout.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { type Cents, cents } from '../base/money.ts';
import type { Cursor, Page } from '../base/page.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import { whyNotBy } from '../cashout/judge.ts';
import { listedAt } from '../cashout/list-keys.ts';
import type { Base } from '../platform/deps.ts';
import { judgeWaiting, type Waiting } from './judge-waiting.ts';
import { type Awaiting, sourcesOf } from './list-sources.ts';
import type { WithLists } from './list-store.ts';
import { type PageQuery, readPage } from './read-page.ts';

type Deps = Base & WithAccounts & WithLists & WithCashouts;

export type CashoutQuery = Omit<PageQuery, 'from'> & {
  /** The account; if absent, all accounts of the caller. */
  account?: AccountRef;
  /** The reason why the cashouts wait. `approval`: only cashouts that the caller may approve. */
  awaiting?: Awaiting;
  cursor?: Cursor;
};

/** Maximum number of accounts from which one page is read. */
const accountsMax = 50;

export async function listCashouts(
  deps: Deps,
  caller: Identity,
  { account, awaiting, cursor, ...query }: CashoutQuery,
  costMost?: number,
): Promise<CashoutPage> {
  const isForApproval = awaiting === 'approval';
  const accounts = account
    ? [await findOne(deps, caller, account, isForApproval)]
    : await findAll(deps, caller, isForApproval);
  const sources = sourcesOf(deps.cashoutLists, accounts, query.filter.status, awaiting);
  const from = cursor ? { from: listedAt(cursor) } : {};
  const page = await readPage(deps.cashoutLists, sources, { ...query, ...from }, costMost);
  if (!isForApproval) return page;
  const judged = await judgeWaiting(deps, accounts, page.rows);
  const isWanted = (row: Cashout) => mayApproveNow(row, judged.get(row.id), caller.userId, deps.now());
  return { ...page, rows: page.rows.filter(isWanted), judged };
}

/** A page. `judged`: judgements of the cashouts that wait for the caller's approval. */
export type CashoutPage = Page<Cashout> & { judged?: ReadonlyMap<number, Waiting> };

/** The order of a queue: oldest first, or largest amount first. */
export type QueueOrder = 'oldest' | 'largest';
/** The cashouts that a caller may approve. `isWhole`: whether all of them were read. */
export type Queue = CashoutPage & { count: number; sumCents: Cents; isWhole: boolean };

/** Maximum number of waiting cashouts that are read, oldest first. */
export const queueMost = 500;
/** Maximum cost of the read of waiting cashouts, in sixteenths of a read unit. */
const queueCostMax = 10_000;

/** Lists the cashouts that the caller may approve, in the requested order, with their number and sum. */
export async function listQueue(
  deps: Deps,
  caller: Identity,
  { order, cursor, ...query }: CashoutQuery & { order: QueueOrder },
): Promise<Queue> {
  const wanted = { ...query, limit: queueMost, direction: 'previous', awaiting: 'approval' } as const;
  const page = await listCashouts(deps, caller, wanted, queueCostMax);
  const all = page.rows.toSorted(inOrder(order));
  const at = ({ id }: Cursor) => all.find((row) => row.id === id);
  // The cursor's cashout may have been decided in the meantime, so that it is no longer in the queue.
  const from = cursor && (at(cursor) ?? (await findCashout(deps, caller, cursor.id)).cashout);
  const left = from ? all.filter((row) => inOrder(order)(from, row) < 0) : all;
  const rows = left.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    ...page,
    rows,
    next: last && left.length > rows.length ? { id: last.id, at: last.createdAt } : null,
    previous: null,
    count: all.length,
    sumCents: cents(all.reduce((sum, { request }) => sum + request.amountCents, 0)),
    isWhole: page.previous === null,
  };
}

const byAge = (one: Cashout, other: Cashout) =>
  one.createdAt === other.createdAt ? one.id - other.id : one.createdAt < other.createdAt ? -1 : 1;

const inOrder = (order: QueueOrder) => (one: Cashout, other: Cashout) =>
  (order === 'largest' && other.request.amountCents - one.request.amountCents) || byAge(one, other);

/**
 * Returns whether the user may approve the cashout now. A cashout that has expired stays NEW until expire-cashouts
 * runs, but can no longer be approved.
 */
function mayApproveNow(row: Cashout, judgement: Waiting | undefined, userId: string, now: Date): boolean {
  if (!judgement || !isApprovable(row) || isExpired(row, now)) return false;
  return whyNotBy(userId, row.createdBy, judgement) === undefined;
}

async function findOne(deps: Base & WithAccounts, caller: Identity, ref: AccountRef, isForApproval: boolean) {
  const { account, policy } = await findAccount(deps, caller, ref);
  if (isForApproval) requirePermissions(policy, ['APPROVE']);
  return account;
}

/** Returns the caller's accounts. A caller with too many accounts is refused before any account is read. */
async function findAll(
  deps: Base & WithAccounts,
  caller: Identity,
  isForApproval: boolean,
): Promise<Account[]> {
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
