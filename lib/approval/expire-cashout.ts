// Ends a NEW cashout that was not approved in time: by the account's rule (expireNewSeconds in lib/rules/rules.ts), or
// at the start of a scheduled one.

import { addSeconds } from '../base/time.ts';
import { type Cashout, nextStatus } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { ownFailures } from '../cashout/failures.ts';

/** Whether an approval is missing. A scheduled cashout with all approvals is NEW too. */
export const isApprovable = ({ status, approvedAt }: Pick<Cashout, 'status' | 'approvedAt'>): boolean =>
  nextStatus(status, 'approve') !== undefined && approvedAt === undefined;

/** Whether it is too late for an approval. A cashout that is already approved does not expire. */
export function isExpired(
  { expiresAt, approvedAt }: Pick<Cashout, 'expiresAt' | 'approvedAt'>,
  now: Date,
): boolean {
  return !approvedAt && expiresAt !== undefined && expiresAt <= now.toISOString();
}

/** A concurrent approval or rejection may be written first; then nothing expires. */
export async function expireCashout(deps: Core, cashout: Cashout): Promise<void> {
  const now = deps.now();
  const end = {
    endedAt: now.toISOString(),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    failureText: ownFailures.expired.text,
  };
  // An approved scheduled cashout is NEW too, and does not expire.
  const { moved } = await deps.cashouts.cancelNew(cashout, end, { approvedAt: undefined });
  if (!moved) return;
  deps.log.info('cashout expired', { cashoutId: cashout.id });
  deps.metrics.count('CashoutsExpired');
}
