// Ends a NEW cashout that was not approved in time (lib/rules/rules.ts: expireNewSeconds).

import type { Core } from '../app/deps.ts';
import { addSeconds } from '../base/time.ts';
import type { Cashout } from './cashout.ts';
import { ownFailures } from './failures.ts';

/** Whether it can be approved no more. */
export function isExpired({ expiresAt }: Pick<Cashout, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now.toISOString();
}

/** An approval or a rejection at the same moment may win. */
export async function expireCashout(deps: Core, cashout: Cashout): Promise<void> {
  const now = deps.now();
  const { moved } = await deps.cashouts.cancelNew(cashout, {
    endedAt: now.toISOString(),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    failureText: ownFailures.expired.text,
  });
  if (!moved) return;
  deps.log.info('cashout expired', { cashoutId: cashout.id });
  deps.metrics.count('CashoutsExpired');
}
