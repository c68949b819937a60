// Reports that an id of a return is used again: for another payment, or with another amount. The second return moves no
// money and opens an incident. The money under that id belongs to the first payment, which may be of another company.

import { noticeSubject, type PaymentReturned, type ReturnImposed } from '../network/event.ts';
import type { Base } from '../platform/deps.ts';
import { returnMarker } from '../platform/keys.ts';
import type { WithMoney } from './deps.ts';

/**
 * Reports the conflict, if there is one.
 * @returns whether the return under this id was applied to another payment
 */
export async function reportOtherPayment(
  deps: Base & WithMoney,
  event: PaymentReturned | ReturnImposed,
): Promise<boolean> {
  const { returnId, amountCents } = event;
  const own = event.kind === 'payment_returned' ? String(event.cashoutId) : event.payment.endToEndId;
  const {
    endToEndId,
    cashoutId,
    amountCents: known,
  } = (await deps.markers.get(returnMarker(returnId))) ?? {};
  const other = endToEndId ?? cashoutId;
  // The marker names no payment, or this payment.
  const isOther = other !== undefined && String(other) !== own;
  const isOtherAmount = known !== undefined && known !== amountCents;
  if (!isOther && !isOtherAmount) return false;
  const about = noticeSubject(event);
  deps.log.error('network event cannot be applied', about, undefined);
  await deps.incidents.insert({
    id: `return-${returnId}-${own}${isOther ? '' : `-${amountCents}`}`,
    at: deps.now().toISOString(),
    kind: 'network_event_not_applied',
    details: isOther
      ? `return of ${amountCents} cents has the id of a return of payment ${other}`
      : `return of ${amountCents} cents was applied before with ${known} cents`,
    event,
    ...about,
  });
  return isOther;
}
