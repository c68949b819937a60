// Records the pending events of a row. Running twice is safe: an event's id comes from the change, and the
// pending events are removed only if none was added meanwhile.

import type { Core, WithQueues } from '../app/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import { cashoutEvents } from './events.ts';

export async function recordOwedEvents(deps: Core & WithQueues, id: number): Promise<void> {
  let cashout = await deps.cashouts.get(id);
  while (cashout && cashout.owedEvents.length > 0) {
    for (const change of cashout.owedEvents)
      for (const event of cashoutEvents(cashout, change)) await recordEvent(deps, event);
    const struck = await deps.cashouts.strikeOwedEvents(cashout);
    if (struck.moved) return;
    cashout = struck.current;
  }
}
