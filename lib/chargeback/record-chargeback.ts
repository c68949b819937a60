// Records a chargeback's acceptance and end as events of its account, and of the payer's if it is in this institution.

import type { WithQueues } from '../webhook/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import type { Core } from './deps.ts';
import { chargebackEvents } from './events.ts';

/** It is safe to run twice, because of the events' ids. If a run stops early, the next one repeats it. */
export async function recordChargeback(deps: Core & WithQueues, id: number): Promise<void> {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback) return;
  const events = chargebackEvents(chargeback);
  if (events.length === 0) return;
  for (const event of events) await recordEvent(deps, event);
  if (chargeback.owesEvent) await deps.chargebacks.strikeEvent(chargeback);
  else await deps.chargebacks.noteAcceptance(chargeback);
}
