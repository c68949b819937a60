// Opens an incident for a notice that cannot be applied. A person must then decide, even if the notice could be applied
// later.

import type { Incident } from '../incident/incident-store.ts';
import {
  type MedReported,
  noticeSubject,
  type PaymentReceived,
  type PaymentReturned,
  type PayoutReturned,
  type ReturnImposed,
} from '../network/event.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';

type Notice = PaymentReturned | PayoutReturned | PaymentReceived | ReturnImposed | MedReported;

export async function leaveToPerson(deps: Base & WithMoney, event: Notice, details: string): Promise<void> {
  const about = noticeSubject(event);
  deps.log.error('network event cannot be applied', about, undefined);
  const incident: Incident = {
    id: incidentId(event),
    at: deps.now().toISOString(),
    kind: 'network_event_not_applied',
    details,
    event,
    ...about,
  };
  if (event.kind === 'med_reported') return void (await deps.incidents.insert(incident));
  if (event.kind !== 'payment_received') return void (await deps.incoming.giveUp(event, incident));
  const { account: _, ...waiting } = event;
  await deps.incoming.giveUp(event, incident, waiting);
}

function incidentId(event: Notice): string {
  return 'returnId' in event ? `return-${event.returnId}` : `${event.kind}-${event.endToEndId}`;
}
