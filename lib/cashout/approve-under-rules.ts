// An approval of a cashout whose account has rules: the last one that they need moves the row, the others are kept.

import { mayApprove } from '../account/policy.ts';
import type { Core } from '../app/deps.ts';
import { refuse } from '../base/errors.ts';
import {
  type Approval,
  type ApprovalRules,
  isApproved,
  requirementOf,
  stricter,
} from '../rules/approvals.ts';
import type { Cashout } from './cashout.ts';
import type { Approving } from './decision-store.ts';
import { isApprovable } from './expire-cashout.ts';

/**
 * What the cashout needed when it was created counts, and what the rules want now. The rules may change before the
 * write: the hold judges them again, in the transaction that moves the money.
 * @param rules of the account, read in this call
 */
export async function approveUnderRules(
  deps: Core,
  read: Cashout,
  rules: ApprovalRules,
  approving: Approving,
): Promise<Cashout> {
  const { approvedAt: at, approvedBy: by, approveAttempt: attempt } = approving;
  const now = requirementOf(rules, read.request.amountCents);
  const requires = read.requires ? stricter(read.requires, now) : now;
  if (!requires.ownCounts && by === read.createdBy) refuse('approval_of_own');

  for (let cashout: Cashout = read; ; ) {
    const given = await validApprovals(deps, cashout);
    if (given.some((one) => one.by === by)) refuse('approved_already');
    const approvals = [...given, { by, at }];
    // Where one is enough, the row says who it was without a list.
    const kept = requires.needed > 1 ? { requires, approvals } : { requires };
    const result = isApproved(requires, approvals, cashout.createdBy)
      ? await deps.cashouts.approve(cashout, { ...approving, ...kept })
      : await deps.cashouts.addApproval(cashout, { requires, approvals });
    if (result.moved) return result.cashout;
    const { current } = result;
    // Our own approval, whose acknowledgement was lost.
    const isOurs = current?.approvals?.some((one) => one.by === by && one.at === at);
    if (current && (isOurs || current.approveAttempt === attempt)) return current;
    if (!current || !isApprovable(current)) return refuse('transaction_in_wrong_status');
    // Another user approved it meanwhile.
    cashout = current;
  }
}

/** The approvals of users who still may approve; the others count no more, and are not kept. */
async function validApprovals(
  { accounts }: Core,
  { account, companyId, approvals = [] }: Cashout,
): Promise<Approval[]> {
  if (approvals.length === 0) return [];
  const users = approvals.map(({ by }) => by);
  const policies = await accounts.getPolicies(account, users);
  return approvals.filter(({ by: userId }, index) => mayApprove({ userId, companyId }, policies[index]));
}
