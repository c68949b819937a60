// Credits money from the network, once for each id of the network. A marker of the id is written in the same
// transaction.

import { cents } from '../base/money.ts';
import type { Cashout, LastReturn } from '../cashout/cashout.ts';
import { paidAt } from '../cashout/hold.ts';
import { sentTransactionId } from '../cashout/idempotency.ts';
import { type PartialReturn, payeesIds } from '../cashout/receipt.ts';
import { type Incident, incidentPut } from '../incident/incident-store.ts';
import type { Leg } from '../ledger/legs.ts';
import { type Causes, type Posted, post } from '../ledger/posting-store.ts';
import type { PaymentReceived, PaymentReturned, PayoutReturned, ReturnImposed } from '../network/event.ts';
import { type Refund, returnOnRow } from '../payout/return-store.ts';
import { cashInMarker, returnMarker } from '../platform/keys.ts';
import { putMarker, readMarker } from '../platform/marker-store.ts';
import { type Database, transact } from '../platform/table.ts';
import type { QrCode } from '../qr-code/qr-code.ts';
import { payQrCode } from '../qr-code/qr-code-store.ts';
import type { CreditedPayment, Received } from './payment.ts';
import { creditWaiting, type UnassignedPayment } from './waiting-payment-store.ts';

/** A notice about money, with the id for which it is applied once. */
export type MoneyNotice =
  | Pick<PaymentReturned | PayoutReturned, 'kind' | 'returnId'>
  | Pick<ReturnImposed, 'kind' | 'returnId'>
  | Pick<PaymentReceived, 'kind' | 'endToEndId'>;

export const markerOf = (notice: MoneyNotice) =>
  notice.kind === 'payment_received' ? cashInMarker(notice.endToEndId) : returnMarker(notice.returnId);

export type Applied = 'credited' | 'applied_before' | 'account_closed' | 'insufficient_funds';

export type Incoming = ReturnType<typeof makeIncoming>;

export function makeIncoming(db: Database, now: () => Date) {
  return {
    /**
     * Credits money that the receiver of a settled cashout returned. When the full amount is returned, the cashout
     * becomes REFUNDED; until then it stays SUCCESS. A receiver in this institution is debited in the same write.
     * Refuses to return more than the payment, or more than a receiver in this institution has available.
     */
    async refund(
      cashout: Cashout,
      event: PaymentReturned,
      refund: (time: Date) => Refund,
    ): Promise<Applied | 'moved' | 'too_much'> {
      const markerId = markerOf(event);
      const returned = cents((cashout.returnedCents ?? 0) + event.amountCents);
      if (returned > cashout.request.amountCents) {
        return (await readMarker(db, markerId)) ? 'applied_before' : 'too_much';
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
          putMarker(db, markerId, at, {
            cashoutId,
            amountCents: event.amountCents,
            ...(isWhole ? {} : { part }),
          }),
          returnOnRow(db, cashout, returned, { ...refund(time), lastReturn: one }),
        ];
      };
      const posted = await post(db, now, causes, refundLegs(cashout, event));
      return posted.kind === 'moved' && posted.cause !== 0 ? 'moved' : toApplied(posted);
    },

    /** Returns the partial return with this id, if it was credited. */
    async findPart(returnId: string): Promise<PartialReturn | undefined> {
      const marker = await readMarker(db, markerOf({ kind: 'payment_returned', returnId }));
      return marker?.part as PartialReturn | undefined;
    },

    /**
     * Credits a payment to one of our accounts. A payer in this institution is debited in the same write.
     * @param qrCode the QR code that the payment pays, if any: a code of this account, unpaid, and for exactly this
     * amount
     */
    async receive(event: PaymentReceived, qrCode: QrCode | undefined): Promise<Applied | 'moved'> {
      const { endToEndId, transactionId, payer, account, receivedAt } = event;
      const amountCents = cents(event.amountCents);
      const own = payer.account ? { payerTransactionId: sentTransactionId(endToEndId) } : {};
      const causes: Causes = (time, [code, payerCode]) => {
        const at = time.toISOString();
        const received = { ...event, qrCodeId: qrCode?.id, ...own, code, payerCode };
        const markers = event.assigned
          ? creditWaiting(db, received, at)
          : [putMarker(db, markerOf(event), at, { payment: received })];
        if (!qrCode) return markers;
        const from = receivedAt ? { receivedAt } : {};
        const payment = { endToEndId, transactionId, ...own, ...from, paidAt: at, payer };
        return [...markers, payQrCode(db, qrCode.id, amountCents, payment)];
      };
      const shared = { amountCents, identification: endToEndId };
      const credit: Leg = {
        account,
        entry: {
          ...shared,
          transactionId,
          type: 'PIX_CASHIN',
          direction: 'CREDIT',
          ...(receivedAt ? { place: receivedAt } : {}),
          ...(qrCode ? { qrCodeId: qrCode.id } : {}),
          ...(payer.account ? { otherAccount: payer.account } : {}),
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
                otherAccount: account,
              },
              add: { availableCents: -amountCents },
            },
          ]
        : [];
      const posted = await post(db, now, causes, [credit, ...debits]);
      return posted.kind === 'moved' && posted.cause !== 0 && qrCode ? 'moved' : toApplied(posted);
    },

    /** Returns the credited payment with this end-to-end id, if there is one. */
    async findReceived(endToEndId: string): Promise<Received | undefined> {
      return (await this.findCredited(endToEndId))?.payment;
    },

    /** Returns the credited payment with this end-to-end id, together with its returns that we did not request. */
    async findCredited(endToEndId: string): Promise<CreditedPayment | undefined> {
      const marker = await readMarker(db, markerOf({ kind: 'payment_received', endToEndId }));
      const { payment, returns = [] } = (marker ?? {}) as Partial<CreditedPayment>;
      return payment && { payment, returns };
    },

    /** Leaves a notice to a person. The notice is not applied if it arrives again, even if it could be applied then. */
    async giveUp(notice: MoneyNotice, incident: Incident, waiting?: UnassignedPayment): Promise<boolean> {
      const about = { incident: incident.id, ...(waiting ? { waiting } : {}) };
      const marker = putMarker(db, markerOf(notice), incident.at, about);
      const given = await transact(db, [marker, incidentPut(db, incident)]);
      if (given.done) db.count('IncidentsOpened');
      return given.done;
    },
  };
}

/**
 * Returns the result of a posting. `moved` means that the notice was applied before. So this function may only be used
 * if the marker is the only cause, or the first cause, of a failed posting.
 */
export function toApplied(posted: Posted): Applied {
  if (posted.kind === 'ended') return 'credited';
  return posted.kind === 'moved' ? 'applied_before' : posted.kind;
}

/** Returns the entries of a return. The entry of each account has the ids of that account. */
function refundLegs(cashout: Cashout, event: PaymentReturned): Leg[] {
  const { account, recipient, id, request, codeTransaction } = cashout;
  const place = paidAt(cashout);
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
      ...(place ? { place } : {}),
    },
    add: { availableCents: amountCents },
  };
  if (!recipient?.ownAccount) return [credit];
  const debit: Leg = {
    account: recipient.ownAccount,
    entry: {
      ...shared,
      ...payeesIds(cashout),
      type: 'PIX_CHARGEBACK',
      direction: 'DEBIT',
      otherAccount: account,
    },
    add: { availableCents: -amountCents },
  };
  return [credit, debit];
}
