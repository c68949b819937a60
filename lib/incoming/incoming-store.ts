// Money that comes in from the network: credited once per id of the network's, in one transaction with the marker
// that says so.

import { cents } from '../base/money.ts';
import type { Cashout, LastReturn } from '../cashout/cashout.ts';
import { sentTransactionId } from '../cashout/idempotency.ts';
import { type PartialReturn, payeesIds } from '../cashout/receipt.ts';
import { type Refund, returnOnRow } from '../cashout/return-store.ts';
import { type Incident, incidentPut } from '../incident/incident-store.ts';
import { type Causes, type Leg, type Posted, post } from '../ledger/posting-store.ts';
import type { PaymentReceived, PaymentReturned, ReturnImposed } from '../network/event.ts';
import { putMarker, readMarker } from '../platform/marker-store.ts';
import { type Door, transact } from '../platform/table.ts';
import type { QrCode } from '../qr-code/qr-code.ts';
import { payQrCode } from '../qr-code/qr-code-store.ts';
import type { CreditedPayment, Received } from './payment.ts';
import { creditWaiting, type UnassignedPayment } from './waiting-payment-store.ts';

/** A notice of money, by what makes it apply once. */
export type MoneyNotice =
  | Pick<PaymentReturned, 'kind' | 'returnId'>
  | Pick<ReturnImposed, 'kind' | 'returnId'>
  | Pick<PaymentReceived, 'kind' | 'endToEndId'>;

export const markerOf = (notice: MoneyNotice) =>
  notice.kind === 'payment_received' ? `cash-in#${notice.endToEndId}` : `return#${notice.returnId}`;

export type Applied = 'credited' | 'applied_before' | 'account_closed' | 'insufficient_funds';

export type Incoming = ReturnType<typeof makeIncoming>;

export function makeIncoming(door: Door, now: () => Date) {
  return {
    /**
     * The receiver of a settled cashout sent money back. It is credited at once; with the whole of it back the
     * cashout is REFUNDED, until then it stays SUCCESS. A receiver with us is debited in the same write. More than
     * was paid is refused, and more than such a receiver has.
     */
    async refund(
      cashout: Cashout,
      event: PaymentReturned,
      refund: (time: Date) => Refund,
    ): Promise<Applied | 'moved' | 'too_much'> {
      const markerId = markerOf(event);
      const returned = cents((cashout.returnedCents ?? 0) + event.amountCents);
      if (returned > cashout.request.amountCents) {
        return (await readMarker(door, markerId)) ? 'applied_before' : 'too_much';
      }
      const isWhole = returned === cashout.request.amountCents;
      const causes: Causes = (time, [creditCode = 0, debitCode]) => {
        const at = time.toISOString();
        const one: LastReturn = {
          amountCents: cents(event.amountCents),
          creditCode,
          ...(debitCode === undefined ? {} : { debitCode }),
        };
        const cashoutId = cashout.id;
        const part: PartialReturn = { ...one, at };
        return [
          putMarker(door, markerId, at, isWhole ? { cashoutId } : { cashoutId, part }),
          returnOnRow(door, cashout, returned, { ...refund(time), lastReturn: one }),
        ];
      };
      const posted = await post(door, now, causes, refundLegs(cashout, event));
      return posted.kind === 'moved' && posted.cause !== 0 ? 'moved' : toApplied(posted);
    },

    /** The return that an id stands for, if it was credited and left some of the payment with the receiver. */
    async findPart(returnId: string): Promise<PartialReturn | undefined> {
      const marker = await readMarker(door, markerOf({ kind: 'payment_returned', returnId }));
      return marker?.part as PartialReturn | undefined;
    },

    /**
     * Money arrived for an account of ours; a payer who banks with us is debited in the same write.
     * @param qrCode the code that the payment pays, if it pays one: of this account, unpaid, and for just this amount
     */
    async receive(event: PaymentReceived, qrCode: QrCode | undefined): Promise<Applied | 'moved'> {
      const { endToEndId, transactionId, payer, account } = event;
      const amountCents = cents(event.amountCents);
      const own = payer.account ? { payerTransactionId: sentTransactionId(endToEndId) } : {};
      const causes: Causes = (time, [code, payerCode]) => {
        const at = time.toISOString();
        const received = { ...event, qrCodeId: qrCode?.id, ...own, code, payerCode };
        const markers = event.assigned
          ? creditWaiting(door, received, at)
          : [putMarker(door, markerOf(event), at, { payment: received })];
        if (!qrCode) return markers;
        const payment = { endToEndId, transactionId, ...own, paidAt: at, payer };
        return [...markers, payQrCode(door, qrCode.id, amountCents, payment)];
      };
      const shared = { amountCents, identification: endToEndId };
      const credit: Leg = {
        account,
        entry: {
          ...shared,
          transactionId,
          type: 'PIX_CASHIN',
          direction: 'CREDIT',
          ...(qrCode ? { qrCodeId: qrCode.id } : {}),
        },
        add: { availableCents: amountCents },
      };
      const debits: Leg[] = payer.account
        ? [
            {
              account: payer.account,
              entry: {
                ...shared,
                transactionId: sentTransactionId(endToEndId),
                type: 'PIX_CASHOUT',
                direction: 'DEBIT',
              },
              add: { availableCents: -amountCents },
            },
          ]
        : [];
      const posted = await post(door, now, causes, [credit, ...debits]);
      return posted.kind === 'moved' && posted.cause !== 0 && qrCode ? 'moved' : toApplied(posted);
    },

    /** The payment that an end-to-end id stands for, if it has been credited. */
    async findReceived(endToEndId: string): Promise<Received | undefined> {
      return (await this.findCredited(endToEndId))?.payment;
    },

    /** The same, with what has gone back of it without our asking. */
    async findCredited(endToEndId: string): Promise<CreditedPayment | undefined> {
      const marker = await readMarker(door, markerOf({ kind: 'payment_received', endToEndId }));
      const { payment, returns = [] } = (marker ?? {}) as Partial<CreditedPayment>;
      return payment && { payment, returns };
    },

    /** Hands a notice to a person instead: if it comes again it is not applied, whatever would be possible then. */
    async giveUp(notice: MoneyNotice, incident: Incident, waiting?: UnassignedPayment): Promise<boolean> {
      const about = { incident: incident.id, ...(waiting ? { waiting } : {}) };
      const marker = putMarker(door, markerOf(notice), incident.at, about);
      const given = await transact(door, [marker, incidentPut(door, incident)]);
      if (given.done) door.count('IncidentsOpened');
      return given.done;
    },
  };
}

/** The marker's condition failed, when it is the only cause or the first that did: the event was applied before. */
export function toApplied(posted: Posted): Applied {
  if (posted.kind === 'ended') return 'credited';
  return posted.kind === 'moved' ? 'applied_before' : posted.kind;
}

/** Each leg under the ids of its own account. */
function refundLegs(cashout: Cashout, event: PaymentReturned): Leg[] {
  const { account, recipient, id, request, codeTransaction } = cashout;
  const amountCents = cents(event.amountCents);
  const shared = { amountCents, identification: event.returnId };
  const credit: Leg = {
    account,
    entry: {
      ...shared,
      transactionId: id,
      ...(codeTransaction ? { codeTransaction } : {}),
      type: 'PIX_CASHOUT_REFUND',
      direction: 'CREDIT',
      ...(request.tag ? { tag: request.tag } : {}),
    },
    add: { availableCents: amountCents },
  };
  if (!recipient?.ownAccount) return [credit];
  const debit: Leg = {
    account: recipient.ownAccount,
    entry: { ...shared, ...payeesIds(cashout), type: 'PIX_CHARGEBACK', direction: 'DEBIT' },
    add: { availableCents: -amountCents },
  };
  return [credit, debit];
}
