// Records the pending events of a row. It may run twice without harm: the write that records the events also removes
// them from the row, and only if they are the events that were read.

import type { Base } from '../platform/deps.ts';
import type { WithCashouts } from './deps.ts';

export async function recordPendingEvents({ cashouts, log }: Base & WithCashouts, id: number): Promise<void> {
  let cashout = await cashouts.get(id);
  while (cashout && cashout.pendingEvents.length > 0) {
    const result = await cashouts.recordPending(cashout);
    if (result.recorded) return log.info('events recorded', { cashoutId: id });
    cashout = result.current;
  }
}
