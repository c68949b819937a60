// A cashout as it was right after one of its changes.

import { type Cashout, type CashoutChange, type CashoutStatus, isSelfApproved } from './cashout.ts';

const statusAfter = {
  approved: 'PROCESSING',
  internal_approved: 'PROCESSING',
  succeeded: 'SUCCESS',
  failed: 'ERROR',
  cancelled: 'CANCELLED',
  refunded: 'REFUNDED',
} as const satisfies Record<Exclude<CashoutChange, 'created'>, CashoutStatus>;

/**
 * The cashout right after a change, whatever has happened to the row since. Events are made from this, and
 * the answer to a caller whose write won but whose acknowledgement was lost; `present` shows only what
 * belongs to the status.
 */
export function asOf(cashout: Cashout, change: CashoutChange): Cashout {
  if (change !== 'created') return { ...cashout, status: statusAfter[change] };
  const { approvals, createdAt, createdBy, waitsFor } = cashout;
  const status = isSelfApproved(cashout.request) && !waitsFor ? 'PROCESSING' : 'NEW';
  if (!approvals) return { ...cashout, status };
  return {
    ...cashout,
    status,
    approvals: approvals.filter(({ by, at }) => by === createdBy && at === createdAt),
  };
}

/** When a change happened (ISO, UTC). */
export function changedAt(cashout: Cashout, change: CashoutChange): string | undefined {
  if (change === 'created') return cashout.createdAt;
  if (change === 'refunded') return cashout.refundedAt;
  if (change === 'internal_approved') return cashout.reservedAt;
  return change === 'approved' ? cashout.approvedAt : cashout.endedAt;
}
