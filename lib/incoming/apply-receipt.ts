// Credits a received payment once, and records its events.

import { isSameAccount } from '../base/account-ref.ts';
import type { PaymentReceived } from '../network/event.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import { isPaidBy } from '../qr-code/qr-code.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import type { WithMoney, WithQueues } from './deps.ts';
import { receivedEvents } from './events.ts';
import { leaveToPerson } from './leave-to-person.ts';

type Deps = Base & WithQrCodes & WithEvents & WithMoney & WithQueues;

export async function applyReceipt(deps: Deps, event: PaymentReceived): Promise<void> {
  const found = event.qrCodeId === undefined ? undefined : await deps.qrCodes.get(event.qrCodeId);
  // The QR code counts only if it belongs to the payee, is unpaid, and has exactly the amount of the payment.
  const isPaid = found && isSameAccount(found.account, event.account) && isPaidBy(found, event.amountCents);
  const { account: payer } = event.payer;
  if (payer && isSameAccount(payer, event.account)) {
    return leaveToPerson(deps, event, 'payer and recipient of the payment are the same account');
  }
  const result = await deps.incoming.receive(event, isPaid ? found : undefined);
  // Another payment of the same QR code was credited first, so this payment is credited without the code.
  if (result === 'moved') return applyReceipt(deps, event);
  if (result === 'credited' || result === 'applied_before') return tellReceived(deps, event);
  return leaveToPerson(deps, event, `received payment cannot be credited: ${result}`);
}

/**
 * Records the events before the notice is finished. If a run stops here, the notice is received again. The events are
 * then not recorded twice, because their ids come from the payment.
 */
async function tellReceived(deps: Deps, { endToEndId }: PaymentReceived): Promise<void> {
  const credited = await deps.incoming.findReceived(endToEndId);
  // A payment that waits for a person is not credited yet, so it has no events.
  for (const event of credited ? receivedEvents(credited) : []) await recordEvent(deps, event);
}
