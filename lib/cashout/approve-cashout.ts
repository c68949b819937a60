// Approves a NEW cashout: parallel reads, then one conditional update. Of concurrent approvals only one moves
// the row. The change of the row's status starts the background task.

import type { Identity } from '../access/tokens.ts';
import { requirePermissions } from '../account/policy.ts';
import type { Core } from '../app/deps.ts';
import { refuse } from '../base/errors.ts';
import { formatEndToEndId } from '../network/end-to-end-id.ts';
import { nextDueAt } from '../platform/open-work.ts';
import { type Cashout, nextStatus } from './cashout.ts';
import { isExpired } from './expire-cashout.ts';
import { findCashout } from './find-cashout.ts';
import { refuseFull } from './open-room.ts';

export async function approveCashout(deps: Core, caller: Identity, id: number): Promise<Cashout> {
  const { cashout, policy } = await findCashout(deps, caller, id);
  requirePermissions(policy, ['APPROVE']);
  if (!nextStatus(cashout.status, 'approve')) refuse('transaction_in_wrong_status');
  if (!(await deps.openTransfers.letThrough(cashout.account))) refuseFull();

  const now = deps.now();
  // The time never changes, so no write can come between this and the approval.
  if (isExpired(cashout, now)) refuse('transaction_in_wrong_status');
  const approval = {
    approvedAt: now.toISOString(),
    approvedBy: caller.userId,
    approveAttempt: deps.ids.attempt(),
    endToEndId: formatEndToEndId(deps.config.OUR_ISPB, now, deps.ids.endToEndSuffix()),
    dueAt: nextDueAt(cashout.dueAt, now, deps.config.RESUME_AFTER_SECONDS),
  };
  const result = await deps.cashouts.approve(cashout, approval);
  if (result.moved) return approved(deps, result.cashout);
  // Our own approval, whose acknowledgement was lost; a worker may have moved the row on since.
  if (result.current?.approveAttempt === approval.approveAttempt) return approved(deps, result.current);
  return refuse('transaction_in_wrong_status');
}

function approved(deps: Core, cashout: Cashout): Cashout {
  deps.metrics.count('CashoutsApproved');
  return cashout;
}
