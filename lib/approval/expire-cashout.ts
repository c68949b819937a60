// Ends a NEW cashout that was not approved in time: by the account's rule (lib/rules/rules.ts: expireNewSeconds), or because it is
// scheduled and should have started.

import { addSeconds } from '../base/time.ts';
import { type Cashout, nextStatus } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { ownFailures } from '../cashout/failures.ts';

/** Whether an approval is still missing: a scheduled cashout that has all of them is NEW too. */
export const isApprovable = ({ status, approvedAt }: Pick<Cashout, 'status' | 'approvedAt'>): boolean =>
  nextStatus(status, 'approve') !== undefined && approvedAt === undefined;

/** Whether it can be approved no more. One that is approved ahead does not expire. */
export function isExpired(
  { expiresAt, approvedAt }: Pick<Cashout, 'expiresAt' | 'approvedAt'>,
  now: Date,
): boolean {
  return !approvedAt && expiresAt !== undefined && expiresAt <= now.toISOString();
}

/** An approval or a rejection at the same moment may win. */
export async function expireCashout(deps: Core, cashout: Cashout): Promise<void> {
  const now = deps.now();
  const end = {
    endedAt: now.toISOString(),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    failureText: ownFailures.expired.text,
  };
  // An approved one may be NEW too, and does not expire.
  const { moved } = await deps.cashouts.cancelNew(cashout, end, { approvedAt: undefined });
  if (!moved) return;
  deps.log.info('cashout expired', { cashoutId: cashout.id });
  deps.metrics.count('CashoutsExpired');
}
