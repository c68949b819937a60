// Rejects a NEW cashout, or an approved one whose money is not held yet, so that it was never sent. If an approval, a
// rejection and an expiry are concurrent, only one of them succeeds.

import type { WithLookups } from '../access/deps.ts';
import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { hasPermissions, type Policy, requirePermissions } from '../account/policy.ts';
import { refuse } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
import { type Cashout, nextStatus } from '../cashout/cashout.ts';
import { contentDigest } from '../cashout/content-digest.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { rejectedText } from '../cashout/failures.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import type { Base } from '../platform/deps.ts';

/**
 * Returns whether the caller may withdraw the cashout: the caller created it, still may create, and it is NEW. Nobody's
 * decision is needed to pay less.
 */
export const mayWithdraw = (
  { userId }: Pick<Identity, 'userId'>,
  policy: Policy,
  { createdBy, status }: Pick<Cashout, 'createdBy' | 'status'>,
): boolean => status === 'NEW' && createdBy === userId && hasPermissions(policy, ['CREATE']);

/**
 * Rejects the cashout. The caller needs APPROVE, or withdraws an own cashout.
 * @param digest of the content that was shown to the caller, if the caller sends a digest; other content is refused
 */
export async function rejectCashout(
  deps: Base & WithLookups & WithAccounts & WithCashouts,
  caller: Identity,
  id: number,
  reason: string,
  digest?: string,
): Promise<Cashout> {
  const { cashout, policy } = await findCashout(deps, caller, id);
  if (!mayWithdraw(caller, policy, cashout)) requirePermissions(policy, ['APPROVE']);
  if (digest !== undefined && digest !== contentDigest(cashout)) refuse('content_differs');
  // An approved cashout is held at once. If that was tried in vain, it may wait for long, so it can be rejected.
  const isUnheld = cashout.status === 'PROCESSING' && !cashout.reservedAt && cashout.tries > 0;
  if (!isUnheld && !nextStatus(cashout.status, 'reject')) refuse('transaction_in_wrong_status');
  const now = deps.now();
  const rejectAttempt = deps.ids.attempt();
  const cancel = isUnheld ? deps.cashouts.cancelUnheld : deps.cashouts.cancelNew;
  const result = await cancel(cashout, {
    endedAt: now.toISOString(),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    failureText: rejectedText(reason),
    rejectedBy: caller.userId,
    rejectAttempt,
  });
  const row = result.moved ? result.cashout : result.current;
  // If the row has our own attempt id, our write succeeded and its acknowledgement was lost.
  if (row?.rejectAttempt !== rejectAttempt) return refuse('transaction_in_wrong_status');
  // The caller is charged, because an approved cashout that waited for its start has revealed that its key exists.
  if (row.owner?.legalId && !row.owner.isSilent) await charge(deps, caller.userId, id);
  deps.metrics.count('CashoutsRejected');
  return row;
}

async function charge(
  { lookups, log }: Base & WithLookups,
  userId: string,
  cashoutId: number,
): Promise<void> {
  try {
    await lookups.charge(userId, 'answered');
  } catch (error) {
    log.error('look-up tokens not charged', { cashoutId }, error);
  }
}
