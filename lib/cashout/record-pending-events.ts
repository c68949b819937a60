// Records the pending events of a row. It is safe to run twice: the write that records them also removes them, and only
// if they are the ones that were read.

import type { Core } from './deps.ts';

export async function recordPendingEvents({ cashouts, log }: Core, id: number): Promise<void> {
  let cashout = await cashouts.get(id);
  while (cashout && cashout.pendingEvents.length > 0) {
    const result = await cashouts.recordPending(cashout);
    if (result.recorded) return log.info('events recorded', { cashoutId: id });
    cashout = result.current;
  }
}
