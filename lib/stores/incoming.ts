// Money that comes in from the network: credited once per id of the network's, in one transaction with the marker
// that says so.

import { type Cashout, type CashoutChange, nextStatus } from '../cashout.ts';
import { type Cents, cents } from '../money.ts';
import type { PaymentReceived, PaymentReturned, ReturnImposed } from '../network-event.ts';
import { laneOf } from '../open-work.ts';
import type { QrCode } from '../qr-code.ts';
import { change } from './expression.ts';
import type { CreditedPayment } from './imposed-returns.ts';
import { type Incident, incidentPut } from './incidents.ts';
import { putMarker, readMarker } from './markers.ts';
import { type Causes, type Leg, type Posted, post } from './posting.ts';
import { payQrCode } from './qr-codes.ts';
import { type Action, type Door, transact } from './table.ts';
import { creditWaiting, type UnassignedPayment } from './waiting-payments.ts';

/** What a cashout takes on when the whole of it has come back. */
export type Refund = Required<Pick<Cashout, 'refundedAt' | 'failureText' | 'failureCode' | 'dueAt'>>;

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
      const causes: Causes = (time) => [
        putMarker(door, markerId, time.toISOString()),
        returnOnRow(door, cashout, returned, refund(time)),
      ];
      const posted = await post(door, now, causes, refundLegs(cashout, event));
      return posted.kind === 'moved' && posted.cause !== 0 ? 'moved' : toApplied(posted);
    },

    /**
     * Money arrived for an account of ours. The first payment of a QR code makes it PAID; a payer who banks with us is
     * debited in the same write.
     */
    async receive(event: PaymentReceived, qrCode: QrCode | undefined): Promise<Applied | 'moved'> {
      const { endToEndId, transactionId, payer, account } = event;
      const amountCents = cents(event.amountCents);
      const causes: Causes = (time) => {
        const at = time.toISOString();
        const payment = { ...event, qrCodeId: qrCode?.id };
        const marker = event.assigned
          ? creditWaiting(door, payment, at)
          : putMarker(door, markerOf(event), at, { payment });
        if (qrCode?.status !== 'ACTIVE') return [marker];
        const paid = { endToEndId, transactionId, paidAt: at, payer };
        return [marker, payQrCode(door, qrCode.id, amountCents, paid)];
      };
      const shared = { amountCents, identification: endToEndId, transactionId };
      const credit: Leg = {
        account,
        entry: {
          ...shared,
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
              entry: { ...shared, type: 'PIX_CASHOUT', direction: 'DEBIT' },
              add: { availableCents: -amountCents },
            },
          ]
        : [];
      const posted = await post(door, now, causes, [credit, ...debits]);
      return posted.kind === 'moved' && posted.cause !== 0 ? 'moved' : toApplied(posted);
    },

    /** The payment that an end-to-end id stands for, if it has been credited. */
    async findReceived(endToEndId: string): Promise<PaymentReceived | undefined> {
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

/** The sum on the row, on the condition that no other return came between; and the end, if this makes it whole. */
export function returnOnRow(door: Door, cashout: Cashout, returned: Cents, refund: Refund): Action {
  const isWhole = returned === cashout.request.amountCents;
  const end = { ...refund, status: nextStatus('SUCCESS', 'refund'), lane: laneOf('cashout', cashout.id) };
  const isFirst = cashout.returnedCents === undefined;
  const seen = isFirst ? 'attribute_not_exists(#returnedCents)' : '#returnedCents = :seen';
  const update = change({
    set: { returnedCents: returned, ...(isWhole ? end : {}) },
    append: isWhole ? { owedEvents: ['refunded' satisfies CashoutChange] } : {},
    when: `#status = :success AND ${seen}`,
    values: { success: 'SUCCESS', ...(isFirst ? {} : { seen: cashout.returnedCents }) },
  });
  return { Update: { TableName: door.config.CASHOUTS_TABLE, Key: { id: cashout.id }, ...update } };
}

/** The marker's condition failed, when it is the only cause or the first that did: the event was applied before. */
export function toApplied(posted: Posted): Applied {
  if (posted.kind === 'ended') return 'credited';
  return posted.kind === 'moved' ? 'applied_before' : posted.kind;
}

function refundLegs(
  { account, recipient, id, request, codeTransaction }: Cashout,
  event: PaymentReturned,
): Leg[] {
  const amountCents = cents(event.amountCents);
  const shared = {
    amountCents,
    identification: event.returnId,
    transactionId: id,
    ...(codeTransaction ? { codeTransaction } : {}),
  };
  const credit: Leg = {
    account,
    entry: {
      ...shared,
      type: 'PIX_CASHOUT_REFUND',
      direction: 'CREDIT',
      ...(request.tag ? { tag: request.tag } : {}),
    },
    add: { availableCents: amountCents },
  };
  if (!recipient?.ownAccount) return [credit];
  const debit: Leg = {
    account: recipient.ownAccount,
    entry: { ...shared, type: 'PIX_CHARGEBACK', direction: 'DEBIT' },
    add: { availableCents: -amountCents },
  };
  return [credit, debit];
}
