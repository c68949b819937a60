// Records what has become of a chargeback as events of its account, and, inside the house, of the payer's.

import type { Core, WithQueues } from '../app/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import { chargebackEvents } from './events.ts';

/** Twice is once, by the events' ids: whoever died half way begins again. */
export async function recordChargeback(deps: Core & WithQueues, id: number): Promise<void> {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback) return;
  const events = chargebackEvents(chargeback);
  if (events.length === 0) return;
  for (const event of events) await recordEvent(deps, event);
  if (chargeback.owesEvent) await deps.chargebacks.strikeEvent(chargeback);
  else await deps.chargebacks.noteAcceptance(chargeback);
}
