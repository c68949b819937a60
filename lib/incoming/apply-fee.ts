// Posts a fee that the PSP charged for an account's payment. If the account is closed or cannot pay the fee, this
// institution bears the fee and opens one incident.

import type { FeeCharged } from '../network/event.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import type { WithMoney, WithQueues } from './deps.ts';
import { feeEvent } from './events.ts';

export async function applyFee(
  deps: Base & WithEvents & WithMoney & WithQueues,
  event: FeeCharged,
): Promise<void> {
  const result = await deps.fees.post(event);
  if (result === 'posted' || result === 'nothing') {
    // If a run stops before this point, the notice is received again and the event is recorded then.
    const entry = await deps.fees.findEntry(event);
    if (entry) await recordEvent(deps, feeEvent(event, entry));
    return;
  }
  deps.log.warn('fee not debited, the institution bears it', { outcome: result });
  await deps.fees.leave(event, {
    id: `fee-${event.feeId}`,
    at: deps.now().toISOString(),
    kind: 'network_event_not_applied',
    account: event.account,
    details: `fee of ${event.amountCents} cents not debited, the institution bears it: ${result}`,
    event,
  });
}
