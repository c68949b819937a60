// Shows a cashout as it was right after one of its changes.

import type { Approval } from '../rules/approvals.ts';
import { type Cashout, type CashoutChange, type CashoutStatus, isSelfApproved } from './cashout.ts';

const statusAfter = {
  scheduled: 'NEW',
  postponed: 'NEW',
  approved: 'PROCESSING',
  internal_approved: 'PROCESSING',
  succeeded: 'SUCCESS',
  failed: 'ERROR',
  cancelled: 'CANCELLED',
  refunded: 'REFUNDED',
} as const satisfies Record<Exclude<CashoutChange, 'created'>, CashoutStatus>;

/**
 * Returns the cashout as it was right after a change, without later changes of its row. Events are made from the
 * result. If a write succeeded without an acknowledgement, the result is also the caller's answer. The result may
 * contain fields of later states; `presentCashout` shows only the fields that belong to the status.
 */
export function asOf(cashout: Cashout, change: CashoutChange): Cashout {
  if (cashout.startsAt) return scheduledAsOf(cashout, change);
  if (change !== 'created') return { ...cashout, status: statusAfter[change] };
  const { approvals, createdAt, createdBy } = cashout;
  const status = isApprovedAtOnce(cashout) ? 'PROCESSING' : 'NEW';
  if (!approvals) return { ...cashout, status };
  return {
    ...cashout,
    status,
    approvals: approvals.filter(({ by, at }) => by === createdBy && at === createdAt),
  };
}

const isApprovedAtOnce = ({ request, waitsFor }: Cashout) => isSelfApproved(request) && !waitsFor;

/**
 * Returns the scheduled cashout as it was right after a change. A scheduled cashout has more states than others
 * (schedule.ts).
 */
function scheduledAsOf(cashout: Cashout, change: CashoutChange): Cashout {
  if (change !== 'created' && change !== 'scheduled' && change !== 'postponed')
    return { ...cashout, status: statusAfter[change] };
  const { reservedAt: _, postponedAt, retriesAt, ...waiting } = cashout;
  const postponed = change === 'postponed' && postponedAt ? { postponedAt } : {};
  const again = change === 'postponed' && retriesAt ? { retriesAt } : {};
  const row: Cashout = { ...waiting, ...postponed, ...again, status: 'NEW' };
  const isSentBack = change === 'postponed' && !retriesAt;
  if (!isSentBack && (change !== 'created' || isApprovedAtOnce(cashout))) return row;
  const { approvedAt: __, approvedBy: ___, ...unapproved } = row;
  const { approvals, createdAt, createdBy } = cashout;
  if (!approvals) return unapproved;
  const isThen: (one: Approval) => boolean = isSentBack
    ? ({ at }) => at < (postponedAt ?? '')
    : ({ by, at }) => by === createdBy && at === createdAt;
  return { ...unapproved, approvals: approvals.filter(isThen) };
}

/** Returns when a change happened (ISO, UTC). */
export const changedAt = (cashout: Cashout, change: CashoutChange): string | undefined =>
  times[change](cashout);

const times: Record<CashoutChange, (cashout: Cashout) => string | undefined> = {
  created: ({ createdAt }) => createdAt,
  scheduled: ({ approvedAt }) => approvedAt,
  postponed: ({ postponedAt }) => postponedAt,
  // A scheduled cashout becomes PROCESSING when its money is held, and any other cashout when it is approved.
  approved: ({ startsAt, reservedAt, approvedAt }) => (startsAt ? reservedAt : approvedAt),
  internal_approved: ({ reservedAt }) => reservedAt,
  succeeded: ({ endedAt }) => endedAt,
  failed: ({ endedAt }) => endedAt,
  cancelled: ({ endedAt }) => endedAt,
  refunded: ({ refundedAt }) => refundedAt,
};
