// Reconciles all accounts of the directory. The entries since an account's checkpoint must add up to its balance, its
// held money must equal its open work, and an account with open work must be watched. Differences of money are
// reported, never repaired. If an account differs or cannot be read, the other accounts are still reconciled.

import type { Account } from '../account/account.ts';
import type { WithAccounts, WithWatches } from '../account/deps.ts';
import { accountKey } from '../base/account-ref.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { WithStatement } from '../ledger/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithBooks } from './deps.ts';
import type { Listed, Position } from './directory-store.ts';
import { reconcileEntries } from './reconcile-entries.ts';
import { type KnownWork, readOpenWork, reconcileHolds } from './reconcile-holds.ts';
import { findUnwatched, isItsTurn } from './reconcile-watches.ts';
import { openingCheckpoint, sumHeld } from './reconciliation.ts';
import { type Reported, reportDifference } from './report-difference.ts';

/** The result of a run, in numbers of accounts and entries. */
export type Reconciliation = {
  accounts: number;
  /** Number of accounts with entries after their checkpoint. */
  touched: number;
  entries: number;
  /** Number of accounts whose held money was compared with their open work. */
  holds: number;
  /** Number of accounts whose held money changed too often for a result. The next run tries again. */
  busy: number;
  /**
   * Number of accounts that hold more money than their open work needs, if this was found only recently. They count as
   * differences if a later run finds the same amount.
   */
  suspected: number;
  /** Number of accounts, pages or shards that could not be read or written. */
  failed: number;
  /** False if the run stopped because its time was over. The next run continues from there. */
  complete: boolean;
  differences: Reported[];
};

/** Number of accounts on a page, which is the number of balances that one call can read. */
const perPage = 100;
/** Time that is reserved for the comparison of held money (ms). */
const foldingEndsMs = 60_000;
const looksEndMs = 15_000;

/**
 * Reconciles the accounts. Throws at its end if something could not be read or written.
 * @param remaining returns the milliseconds until the run must end
 * @param whole adds up every account from its first entry, and ignores the checkpoints
 */
export async function reconcile(
  deps: Base & WithAccounts & WithWatches & WithStatement & WithMoney & WithBooks,
  remaining: () => number,
  whole = false,
): Promise<Reconciliation> {
  const report: Reconciliation = {
    accounts: 0,
    touched: 0,
    entries: 0,
    holds: 0,
    busy: 0,
    suspected: 0,
    failed: 0,
    complete: true,
    differences: [],
  };
  const fail = (error: unknown) => {
    report.failed += 1;
    deps.log.error('reconciliation step failed', {}, error);
  };
  const hasTime = () => remaining() > foldingEndsMs;
  const known: KnownWork = new Map();
  const watched = await deps.watches.listAll().catch(fail);
  const open = watched && (await readOpenWork(deps, known, watched).catch(fail));
  const watchedKeys = new Set(watched?.map(accountKey));
  const suspects: Listed[] = [];

  async function reconcilePage(page: readonly Listed[]): Promise<void> {
    report.accounts += page.length;
    const balances = await deps.accounts.getAll(page);
    const each = page.map(async (listed, index) => {
      await reconcileAccount(listed, balances[index]).catch(fail);
      const account = balances[index];
      if (account?.heldCents || whole || isItsTurn(deps, listed)) await reconcileWatch(listed).catch(fail);
      if (!open || !account) return;
      const workCents = sumHeld(open.get(accountKey(account)) ?? []);
      if (account.heldCents !== workCents || listed.holdDifference) suspects.push(listed);
      else if (workCents > 0) report.holds += 1;
    });
    await Promise.all(each);
  }

  async function reconcileAccount(listed: Listed, account: Account | undefined): Promise<void> {
    const from = whole ? { ...listed, ...openingCheckpoint } : listed;
    if (account?.seq !== from.seq) report.touched += 1;
    const folded = await reconcileEntries(deps, from, account, hasTime);
    report.entries += folded.entries;
    if (folded.difference)
      report.differences.push(await reportDifference(deps, listed, folded.difference, from.seq));
    else if (folded.to.seq > listed.seq) await deps.directory.moveCheckpoint(listed, folded.to);
  }

  async function reconcileWatch(listed: Listed): Promise<void> {
    const difference = await findUnwatched(deps, listed, watchedKeys);
    if (difference) report.differences.push(difference);
  }

  const start = { shard: deps.directory.shards[0] ?? '', after: '' };
  const position = (await deps.directory.readPosition().catch(fail)) ?? start;
  const next = await walk(deps, position, hasTime, reconcilePage, fail);
  report.complete = next === undefined;
  await deps.directory.writePosition(next ?? start).catch(fail);
  const judged = await reconcileHolds(deps, suspects, known, () => remaining() > looksEndMs, fail);
  report.holds += judged.holds;
  report.busy += judged.busy;
  report.suspected += judged.suspected;
  report.differences.push(...judged.differences);
  const { complete, differences, ...counts } = report;
  // A 0 means that all accounts agree, so it is not written about accounts that could not be read.
  if (report.failed === 0) deps.metrics.count('ReconcileAccounts', counts.accounts);
  if (report.failed === 0 || differences.length > 0)
    deps.metrics.count('ReconcileDifferences', differences.length);
  deps.log.info('accounts reconciled', {
    ...counts,
    differences: differences.length,
    outcome: complete ? 'complete' : 'cut short',
  });
  if (report.failed > 0) throw new Error('some reconciliation steps failed');
  return report;
}

/**
 * Visits every shard once, starting at a position.
 * @returns where it stopped; undefined if all shards were visited
 */
async function walk(
  { directory }: Base & WithBooks,
  position: Position,
  hasTime: () => boolean,
  visit: (page: readonly Listed[]) => Promise<void>,
  fail: (error: unknown) => void,
): Promise<Position | undefined> {
  const first = Math.max(0, directory.shards.indexOf(position.shard));
  const shards = [...directory.shards.slice(first), ...directory.shards.slice(0, first)];
  for (const shard of shards) {
    let after = shard === position.shard ? position.after : '';
    for (let isOver = false; !isOver; ) {
      if (!hasTime()) return { shard, after };
      // A shard that cannot be listed is left to the next run.
      const page = (await directory.list(shard, after, perPage).catch(fail)) ?? [];
      if (page.length > 0) await visit(page).catch(fail);
      const last = page.at(-1);
      if (last) after = accountKey(last);
      isOver = page.length < perPage;
    }
  }
  return undefined;
}
