// Approves a NEW cashout with parallel reads and one conditional update. Of several concurrent approvals, only one
// changes the row. The changed status starts the payment in the background.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { requirePermissions } from '../account/policy.ts';
import { refuse } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { isOfContent } from '../cashout/content-digest.ts';
import type { Approving } from '../cashout/decision-store.ts';
import type { WithCashouts, WithOpenTransfers } from '../cashout/deps.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import { refuseFull } from '../cashout/open-capacity.ts';
import { endToEndIdOf } from '../network/end-to-end-id.ts';
import type { Base } from '../platform/deps.ts';
import { nextDueAt } from '../platform/open-work.ts';
import { approveUnderRules } from './approve-under-rules.ts';
import { isApprovable, isExpired } from './expire-cashout.ts';

/**
 * Approves the cashout.
 * @param digest of the content that was shown to the caller, if the caller sends a digest; other content is refused
 * @returns the row after the approval; still NEW if the account's rules require more approvals
 */
export async function approveCashout(
  deps: Base & WithAccounts & WithCashouts & WithOpenTransfers,
  caller: Identity,
  id: number,
  digest?: string,
): Promise<Cashout> {
  const { cashout, policy } = await findCashout(deps, caller, id);
  requirePermissions(policy, ['APPROVE']);
  if (digest !== undefined && !isOfContent(digest, cashout)) refuse('content_differs');
  if (!isApprovable(cashout)) refuse('transaction_in_wrong_status');
  const [account, isLet] = await Promise.all([
    deps.accounts.get(cashout.account),
    // A scheduled cashout starts later, so it uses no capacity of the account now.
    cashout.startsAt !== undefined || deps.openTransfers.letThrough(cashout.account),
  ]);
  if (!isLet) refuseFull();

  const now = deps.now();
  // While a cashout waits for approval, its `expiresAt` does not change. So a write between this check and the approval
  // cannot change the result.
  if (isExpired(cashout, now)) refuse('transaction_in_wrong_status');
  const approving = {
    approvedAt: now.toISOString(),
    approvedBy: caller.userId,
    approveAttempt: deps.ids.attempt(),
    endToEndId: endToEndIdOf(id, deps.config.OUR_ISPB, now),
    dueAt: nextDueAt(cashout.dueAt, now, deps.config.RESUME_AFTER_SECONDS),
  };
  const { rules } = account ?? {};
  const row =
    cashout.requires || rules
      ? await approveUnderRules(deps, cashout, rules ?? {}, approving, caller)
      : await approveAlone(deps, cashout, approving);
  if (row.approvedAt) {
    deps.metrics.count('CashoutsApproved');
    deps.traces?.made(id, 'approved');
  }
  return row;
}

/** Approves a cashout of an account without rules, where one approval is enough. */
async function approveAlone(
  deps: Base & WithCashouts,
  cashout: Cashout,
  approving: Approving,
): Promise<Cashout> {
  const result = await deps.cashouts.approve(cashout, approving);
  if (result.moved) return result.cashout;
  // The row contains our own attempt id, so this call approved it and the acknowledgement was lost. A worker may have
  // changed the row since.
  if (result.current?.approveAttempt === approving.approveAttempt) return result.current;
  return refuse('transaction_in_wrong_status');
}
