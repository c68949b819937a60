// Counts the batches that wait for the caller's approval.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { mayApprove } from '../account/policy.ts';
import { type AccountRef, accountKey, isSameAccount } from '../base/account-ref.ts';
import { addSeconds } from '../base/time.ts';
import { whyNotBy } from '../cashout/judge.ts';
import type { Base } from '../platform/deps.ts';
import { approvalSeconds, type Batch, pausedSeconds } from './batch.ts';
import type { WithBatches } from './deps.ts';
import { approvalsNow } from './why-pause.ts';

/** Maximum number of a caller's accounts, as in the queue of cashouts. With more accounts, nothing is counted. */
const accountsMost = 50;
/** Maximum number of batches to read, newest first. */
const batchesMost = 100;

/**
 * Counts the batches that are not approved yet, and those that paused because an approval does not count any more. A
 * paused batch that was scheduled more than a week ahead may be missing.
 * @param wanted only this account; if absent, all accounts of the caller
 * @returns `isWhole`: whether all batches were counted
 */
export async function countWaitingBatches(
  deps: Base & WithAccounts & WithBatches,
  caller: Identity,
  wanted?: AccountRef,
): Promise<{ count: number; isWhole: boolean }> {
  const policies = await deps.accounts.listPolicies(caller.userId);
  const own = policies.filter(
    (policy) => mayApprove(caller, policy) && (!wanted || isSameAccount(policy, wanted)),
  );
  if (own.length > accountsMost) return { count: 0, isWhole: false };
  const at = deps.now();
  const since = addSeconds(at, -approvalSeconds - pausedSeconds);
  const { rows, isWhole } = await deps.batches.listSince(own, since, batchesMost);
  const isWaiting = ({ companyId, status, approveBy, paused }: Batch) =>
    companyId === caller.companyId &&
    (status === 'PAUSED'
      ? paused?.reason === 'approvals'
      : status === 'AWAITING_APPROVAL' && approveBy > at.toISOString());
  const counts = await judge(deps, caller, rows.filter(isWaiting));
  return { count: counts.filter(Boolean).length, isWhole };
}

/** Returns, for each batch, whether it needs an approval and the caller's approval would count now. */
async function judge(deps: Base & WithAccounts, caller: Identity, batches: readonly Batch[]) {
  const refs = new Map(batches.map(({ account }) => [accountKey(account), account]));
  const accounts = await deps.accounts.getAll([...refs.values()]);
  const rulesOf = new Map([...refs.keys()].map((key, index) => [key, accounts[index]?.rules]));
  return Promise.all(
    batches.map(async (batch) => {
      const before = await approvalsNow(deps, batch, rulesOf.get(accountKey(batch.account)));
      // The approvals of a paused batch may count again.
      const needsNone = batch.status === 'PAUSED' && before.isEnough;
      return !needsNone && whyNotBy(caller.userId, batch.createdBy, before) === undefined;
    }),
  );
}
