// Credits a payment that has arrived, once, and records the event of it.

import type { Core, WithQueues } from '../deps.ts';
import { isSameAccount } from '../ledger.ts';
import type { PaymentReceived } from '../network-event.ts';
import { cashInEvent } from '../webhook-event.ts';
import { leaveToPerson } from './leave-to-person.ts';
import { recordEvent } from './record-event.ts';

export async function applyReceipt(deps: Core & WithQueues, event: PaymentReceived): Promise<void> {
  const found = event.qrCodeId === undefined ? undefined : await deps.qrCodes.get(event.qrCodeId);
  // A code of somebody else's is none of this payment's.
  const qrCode = found && isSameAccount(found.account, event.account) ? found : undefined;
  const { account: payer } = event.payer;
  if (payer && isSameAccount(payer, event.account)) {
    return leaveToPerson(deps, event, 'payment received from the very account that it is for');
  }
  const result = await deps.incoming.receive(event, qrCode);
  // Another payment of the code came first: this one only credits.
  if (result === 'moved') return applyReceipt(deps, event);
  // The event comes before the notice is done with: who dies here gets it again, and the event's id is the payment's.
  if (result === 'credited') return recordEvent(deps, cashInEvent(event, qrCode?.id));
  if (result === 'applied_before') {
    const credited = await deps.incoming.findReceived(event.endToEndId);
    // One that was left to a person stays there.
    return credited && recordEvent(deps, cashInEvent(credited, credited.qrCodeId));
  }
  return leaveToPerson(deps, event, `payment received that cannot be credited: ${result}`);
}
