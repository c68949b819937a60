// Decides whether a batch must pause before it creates its next cashouts. Each cashout is judged again at its own hold.

import type { LookupRoom } from '../access/lookup-budget.ts';
import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { readApprovers } from '../approval/approvers.ts';
import { cents } from '../base/money.ts';
import { freezersOf } from '../freeze/freeze.ts';
import type { WithPspRows } from '../network/deps.ts';
import { isShortAtPsp } from '../network/is-short-at-psp.ts';
import { stopAt } from '../network/stop-at.ts';
import type { Base } from '../platform/deps.ts';
import { type Approval, isApproved, type Requirement, requirementOf, stricter } from '../rules/approvals.ts';
import { countsOf, endOf, isOfPayee, roomOf } from '../rules/limits.ts';
import type { Rules } from '../rules/rules.ts';
import type { Batch, BatchPause } from './batch.ts';
import type { Line } from './line-pages.ts';
import { hasTooManyMisses } from './refresh-lines.ts';
import { centsOf, totals } from './tally.ts';

/**
 * The lines that are about to start. `next`: the next lines. `unheldCents`: cents of started lines that hold no money
 * yet. `misses`: as in `Batch`.
 */
type Next = {
  next: readonly Line[];
  unheldCents: number;
  misses: readonly boolean[];
  /** The look-ups that the creator's tokens cover. */
  room: LookupRoom;
};

type Why = { reason: BatchPause; until?: string };

export async function whyPause(
  deps: Base & WithAccounts & WithPspRows,
  batch: Batch,
  account: Account | undefined,
  { next, unheldCents, misses, room }: Next,
): Promise<Why | undefined> {
  if (account?.status !== 'ACTIVE') return { reason: 'account_closed' };
  const approvedBy = batch.approvals.at(-1)?.by;
  if (freezersOf({ ...batch, approvedBy }).some((name) => account.freezes?.has(name)))
    return { reason: 'frozen' };
  const { isEnough } = await approvalsNow(deps, batch, account.rules);
  if (!isEnough) return { reason: 'approvals' };
  if (hasTooManyMisses(misses)) return { reason: 'unknown_keys' };
  if (room.count === 0) return { reason: 'lookups', ...(room.nextAt ? { until: room.nextAt } : {}) };
  const nextCents = centsOf(next);
  // Before the first line starts, the balance must cover the whole batch. Later, or after a pause, it must only cover
  // the next lines.
  const ownCents = batch.paused || hasBegun(batch) ? nextCents : batch.totalCents;
  if (account.availableCents < ownCents + unheldCents) return { reason: 'insufficient_funds' };
  const wantedCents = nextCents + unheldCents;
  if (await stopAt(deps, deps.config.PAYOUT_NETWORK)) return { reason: 'psp_stopped' };
  if (await isShortAtPsp(deps, wantedCents)) return { reason: 'psp_short' };
  return whyBeyondLimits(deps, batch, account, wantedCents);
}

/**
 * Returns a pause until the end of the day or night if too little is left of its limit. The limits per transfer and per
 * payee are checked later, when the money of each line is held.
 */
async function whyBeyondLimits(
  deps: Base & WithAccounts,
  { account }: Batch,
  { rules = {} }: Account,
  wantedCents: number,
): Promise<Why | undefined> {
  const at = deps.now().toISOString();
  const counts = countsOf(rules, cents(wantedCents), '', at).filter(({ sk }) => !isOfPayee(sk));
  const rows = await deps.accounts.getCounts(account, counts);
  const full = counts.filter((one) => one.cents > roomOf(one, rows.get(one.sk), at));
  const until = full
    .map(({ name }) => endOf(name, at))
    .toSorted()
    .at(-1);
  return until === undefined ? undefined : { reason: 'limits', until };
}

const hasBegun = ({ tallies, lineCount }: Batch) => totals(tallies).waiting.count < lineCount;

export type ApprovalsNow = { requires: Requirement; approvals: Approval[]; isEnough: boolean };

/**
 * Returns the approvals that count now. They are judged by the stricter of the rules at the batch's creation and the
 * rules now, and by the users' current permissions.
 */
export async function approvalsNow(
  { accounts }: Base & WithAccounts,
  batch: Batch,
  rules: Rules = {},
): Promise<ApprovalsNow> {
  const requires = stricter(batch.requires, requirementOf(rules, batch.totalCents));
  const mayApprove = await readApprovers(accounts, batch);
  const approvals = batch.approvals.filter(({ by }) => mayApprove(by));
  return { requires, approvals, isEnough: isApproved(requires, approvals, batch.createdBy) };
}
