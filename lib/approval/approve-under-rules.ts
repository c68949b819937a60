// Approves a cashout whose account has rules. The last required approval changes the status; earlier approvals are only
// stored.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Approving } from '../cashout/decision-store.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { judge, whyNotBy } from '../cashout/judge.ts';
import type { Base } from '../platform/deps.ts';
import { type ApprovalRules, approvalOf, approverName, isApproved } from '../rules/approvals.ts';
import { readApprovers } from './approvers.ts';
import { isApprovable } from './expire-cashout.ts';

/**
 * Approves the cashout. Two requirements apply, that of the creation and that of the present rules; the stricter one
 * counts. The rules may change before the write, so the hold checks them again in the transaction that moves the money.
 * @param rules of the account, read in this call
 */
export async function approveUnderRules(
  deps: Base & WithAccounts & WithCashouts,
  read: Cashout,
  rules: ApprovalRules,
  approving: Approving,
  caller: Identity,
): Promise<Cashout> {
  const { approvedAt: at, approvedBy: by, approveAttempt: attempt } = approving;

  for (let cashout: Cashout = read; ; ) {
    const before = await judgeGiven(deps, cashout, rules, caller);
    const refusal = whyNotBy(by, cashout.createdBy, before);
    if (refusal) refuse(refusal);
    const { requires } = before;
    const own = approvalOf(caller, at);
    const approvals = [...before.approvals, own];
    const isInList = requires.needed > 1 || cashout.approvals !== undefined;
    const kept = isInList ? { requires, approvals } : { requires, ...approverName(own) };
    const isLast = isApproved(requires, approvals, cashout.createdBy);
    const result = isLast
      ? await deps.cashouts.approve(cashout, { ...approving, ...kept })
      : await deps.cashouts.addApproval(cashout, { requires, approvals });
    if (result.moved) return result.cashout;
    const { current } = result;
    // The row contains our own approval, so this call wrote it and the acknowledgement was lost.
    const isOurs = isLast
      ? current?.approveAttempt === attempt
      : current?.approvals?.some((one) => one.by === by && one.at === at);
    if (current && isOurs) return current;
    if (!current || !isApprovable(current)) return refuse('transaction_in_wrong_status');
    // Another user has approved the cashout in the meantime, so the approval is tried again on the new row.
    cashout = current;
  }
}

/** Returns why the user's approval would not count now, or undefined if it would count. */
export async function whyNotNow(deps: Base & WithAccounts, { userId }: Identity, cashout: Cashout) {
  const { rules } = (await deps.accounts.get(cashout.account)) ?? {};
  if (!cashout.requires && !rules) return undefined;
  return whyNotBy(userId, cashout.createdBy, await judgeGiven(deps, cashout, rules ?? {}));
}

/**
 * Judges the approvals that were given. Approvals of users who could not give them now are dropped.
 * @param caller the user who approves now. Refused if they could not
 */
async function judgeGiven(
  deps: Base & WithAccounts,
  cashout: Cashout,
  rules: ApprovalRules,
  caller?: Identity,
) {
  const mayApprove = await readApprovers(deps.accounts, cashout, caller);
  return judge('approve', { cashout }, { rules, mayApprove });
}
