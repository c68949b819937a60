// Records the state changes that a row still owes as events. Twice is once: an event's key comes from the
// change, and striking it off is on the condition that nothing was owed meanwhile.

import type { Deps } from '../deps.ts';
import { cashoutEvent } from '../webhook-event.ts';

export async function recordEvents(deps: Deps, id: number): Promise<void> {
  let cashout = await deps.cashouts.get(id);
  while (cashout && cashout.owedEvents.length > 0) {
    for (const change of cashout.owedEvents)
      await deps.events.insert(cashout.account, cashoutEvent(cashout, change));
    const struck = await deps.cashouts.strikeOwedEvents(cashout);
    if (struck.moved) return;
    cashout = struck.current;
  }
}
