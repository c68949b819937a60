// Ends a NEW cashout that was not approved in time: within the time of the account's rule (expireNewSeconds in
// lib/rules/rules.ts), or by the start of a scheduled cashout.

import { addSeconds } from '../base/time.ts';
import { type Cashout, nextStatus } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { ownFailures } from '../cashout/failures.ts';
import type { Base } from '../platform/deps.ts';

/** Returns whether the cashout still needs an approval. A scheduled cashout is NEW even with all its approvals. */
export const isApprovable = ({ status, approvedAt }: Pick<Cashout, 'status' | 'approvedAt'>): boolean =>
  nextStatus(status, 'approve') !== undefined && approvedAt === undefined;

/** Returns whether it is too late for an approval. A cashout that is already approved does not expire. */
export function isExpired(
  { expiresAt, approvedAt }: Pick<Cashout, 'expiresAt' | 'approvedAt'>,
  now: Date,
): boolean {
  return !approvedAt && expiresAt !== undefined && expiresAt <= now.toISOString();
}

/** Ends the cashout. If a concurrent approval or rejection is written first, nothing expires. */
export async function expireCashout(deps: Base & WithCashouts, cashout: Cashout): Promise<void> {
  const now = deps.now();
  const end = {
    endedAt: now.toISOString(),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    failureText: ownFailures.expired.text,
  };
  // The write requires that the cashout is not approved, because an approved scheduled cashout is NEW too and must not
  // expire.
  const { moved } = await deps.cashouts.cancelNew(cashout, end, { approvedAt: undefined });
  if (!moved) return;
  deps.log.info('cashout expired', { cashoutId: cashout.id });
  deps.metrics.count('CashoutsExpired');
}
