// Records a chargeback's acceptance and end as events of its account, and of the payer's account if it is in this
// institution.

import type { Base } from '../platform/deps.ts';
import type { WithEvents, WithQueues } from '../webhook/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import type { WithChargebacks } from './deps.ts';
import { chargebackEvents } from './events.ts';

/**
 * Records the events. This may run twice without harm, because each event id is recorded once. If a run stops early,
 * the next run repeats it.
 */
export async function recordChargeback(
  deps: Base & WithEvents & WithChargebacks & WithQueues,
  id: number,
): Promise<void> {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback) return;
  const events = chargebackEvents(chargeback);
  if (events.length === 0) return;
  for (const event of events) await recordEvent(deps, event);
  if (chargeback.owesEvent) await deps.chargebacks.strikeEvent(chargeback);
  else await deps.chargebacks.noteAcceptance(chargeback);
}
