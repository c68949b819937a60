// Lists what a user has approved in vain: the payouts and batches that are not paid yet and on which the user's
// approval no longer counts. They wait for another approval. The list contains only ids, amounts and times.

import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { type Cents, toDecimalText } from '../base/money.ts';
import { addSeconds } from '../base/time.ts';
import { batchDays, isOver } from '../batch/batch.ts';
import type { WithBatches } from '../batch/deps.ts';
import { approvalsOf } from '../cashout/judge.ts';
import { sourcesOf } from '../cashout-list/list-sources.ts';
import type { WithLists } from '../cashout-list/list-store.ts';
import { readPage } from '../cashout-list/read-page.ts';
import type { Base } from '../platform/deps.ts';

/** Maximum number of NEW cashouts, and of batches, that are read of each account: the newest. */
const [cashoutsMost, batchesMost] = [500, 100];
const newest = {
  start: '',
  end: '~',
  direction: 'next',
  limit: cashoutsMost,
  filter: { status: 'NEW' },
} as const;

/**
 * Lists the payouts and batches.
 * @param userId a user that has just lost a right; on accounts where the user could still approve, nothing is listed
 * @returns `lost_approvals`: null if they could not be read, because the loss of the right must be reported anyway.
 * `complete`: false if older payouts or batches were not read
 */
export async function lostApprovals(
  deps: Base & WithAccounts & WithLists & WithBatches,
  { userId, companyId }: { userId: string; companyId: string },
) {
  try {
    const policies = await deps.accounts.listPolicies(userId);
    const all = [];
    for (const { branch, number } of policies) all.push(await ofAccount(deps, { branch, number }));
    return {
      lost_approvals: all.flatMap(({ rows }) => rows),
      complete: all.every(({ isWhole }) => isWhole),
    };
  } catch (error) {
    deps.log.error('lost approvals not listed', {}, error);
    return { lost_approvals: null, complete: false };
  }

  async function ofAccount({ accounts, cashoutLists, batches, now }: typeof deps, account: AccountRef) {
    if ((await accounts.getApprovers({ account, companyId }, [userId])).has(userId))
      return { rows: [], isWhole: true };
    const since = addSeconds(now(), -batchDays * 86_400);
    const [cashouts, ofBatches] = await Promise.all([
      readPage(cashoutLists, sourcesOf(cashoutLists, [account], 'NEW'), newest),
      batches.listSince([account], since, batchesMost),
    ]);
    const isTheirs = (one: Parameters<typeof approvalsOf>[0]) =>
      approvalsOf(one).some(({ by }) => by === userId);
    const rows = [
      ...cashouts.rows
        .filter((row) => row.status === 'NEW' && isTheirs(row))
        .map((row) => present('cashout', row, row.request.amountCents)),
      ...ofBatches.rows
        .filter((row) => !isOver(row.status) && row.status !== 'STOPPING' && isTheirs(row))
        .map((row) => present('batch', row, row.totalCents)),
    ];
    return { rows, isWhole: cashouts.next === null && ofBatches.isWhole };
  }
}

const present = (
  kind: 'cashout' | 'batch',
  { id, account, startsAt }: { id: number | string; account: AccountRef; startsAt?: string | undefined },
  amountCents: Cents,
) => ({
  kind,
  id,
  account: accountIdOf(account),
  amount: toDecimalText(amountCents),
  starts_at: startsAt ?? null,
});
