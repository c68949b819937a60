// Applies a return that we did not request. The debit follows the PSP's books, whatever the order and number of the
// notices. Only such a return can make an account's balance negative. If the balance becomes negative, an incident is
// opened.

import type { WithAccounts } from '../account/deps.ts';
import { cents } from '../base/money.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import { noteMedReturn } from '../med-case/note-med-return.ts';
import type { ReturnImposed } from '../network/event.ts';
import { reportOtherPayment } from '../payout/report-other-payment.ts';
import { accountMark } from '../platform/account-mark.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { QrCode } from '../qr-code/qr-code.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import { applyReceipt } from './apply-receipt.ts';
import type { WithMoney, WithQueues } from './deps.ts';
import { imposedReturnEvent, overdrawnEvent } from './events.ts';
import { leaveToPerson } from './leave-to-person.ts';
import type { CreditedPayment, DebitedReturn } from './payment.ts';

type Deps = Base & WithAccounts & WithQrCodes & WithEvents & WithMedCases & WithMoney & WithQueues;

export async function applyImposedReturn(deps: Deps, event: ReturnImposed): Promise<void> {
  const { endToEndId } = event.payment;
  // The payment's own notice may be missing or only partly applied. So the payment is applied first, with its entry
  // and its event.
  await applyReceipt(deps, event.payment);
  const credited = await deps.incoming.findCredited(endToEndId);
  if (!credited) return waitForPayment(deps, event);
  const [paidCode, reported] = await Promise.all([
    findPaidCode(deps, credited),
    deps.medCases.getPayment(endToEndId),
  ]);
  const result = await deps.imposedReturns.takeBack(event, credited, paidCode, reported);
  // Another return of the payment was applied in the meantime, so this return starts again with the new sum.
  if (result === 'moved') return applyImposedReturn(deps, event);
  if (result === 'debited') deps.metrics.count('ReturnsImposed');
  if (result !== 'debited' && result !== 'applied_before')
    return leaveToPerson(deps, event, `return cannot be debited: ${result}`);
  const { returns } = (await deps.incoming.findCredited(endToEndId)) ?? credited;
  const debited = returns.find(({ returnId }) => returnId === event.returnId);
  if (!debited) return void (await reportOtherPayment(deps, event));
  await recordEvent(deps, imposedReturnEvent(debited, credited.payment));
  const { returnId, amountCents, nature, at } = debited;
  await noteMedReturn(deps, endToEndId, { returnId, amountCents: cents(amountCents), nature, at });
  await tellIfOverdrawn(deps, event, credited, debited);
}

/** Keeps the return with its payment. The payment waits for a person to assign it, so its return waits too. */
async function waitForPayment(deps: Deps, event: ReturnImposed): Promise<void> {
  const { payment, returnId, amountCents, nature, reason, at } = event;
  const kept = { returnId, amountCents, nature, reason, at };
  if (await deps.waitingPayments.keepReturn(payment.endToEndId, kept)) return;
  // The payment was credited in the meantime, so its return can be applied.
  if (await deps.incoming.findCredited(payment.endToEndId)) return applyImposedReturn(deps, event);
  return leaveToPerson(deps, event, 'return of a payment that waits for a person');
}

/** Returns the QR code that this payment paid, if there is one. */
async function findPaidCode(
  { qrCodes }: Deps,
  { payment: { qrCodeId, endToEndId } }: CreditedPayment,
): Promise<QrCode | undefined> {
  const qrCode = qrCodeId === undefined ? undefined : await qrCodes.get(qrCodeId);
  return qrCode?.payment?.endToEndId === endToEndId ? qrCode : undefined;
}

async function tellIfOverdrawn(
  deps: Deps,
  event: ReturnImposed,
  { payment: { account } }: CreditedPayment,
  { availableCents }: DebitedReturn,
): Promise<void> {
  if (availableCents >= 0) return;
  deps.log.error('account overdrawn by a return', { account: accountMark(account) }, undefined);
  const isNew = await deps.incidents.insert({
    id: `overdrawn-${event.returnId}`,
    at: deps.now().toISOString(),
    kind: 'account_overdrawn',
    account,
    details: `return of ${event.amountCents} cents without our request: available is ${availableCents} cents`,
    event,
  });
  if (isNew) deps.metrics.count('AccountsOverdrawn');
  await recordEvent(deps, overdrawnEvent(event, account, availableCents));
}
