// Money that comes in from the network: credited once per id of the network's, in one transaction with the marker
// that says so.

import { type Cashout, type CashoutChange, laneOf, nextStatus } from '../cashout.ts';
import { type Cents, cents } from '../money.ts';
import type { PaymentReceived, PaymentReturned } from '../network-event.ts';
import { change } from './expression.ts';
import { hasMarker, putMarker } from './markers.ts';
import { type Leg, post } from './posting.ts';
import type { Action, Door } from './table.ts';

/** What a cashout takes on when the whole of it has come back. */
export type Refund = Required<Pick<Cashout, 'refundedAt' | 'failureText' | 'failureCode' | 'dueAt'>>;

export type Incoming = ReturnType<typeof makeIncoming>;

export function makeIncoming(door: Door, now: () => Date) {
  return {
    /**
     * The receiver of a settled cashout sent money back. It is credited at once; with the whole of it back the
     * cashout is REFUNDED, until then it stays SUCCESS. More than was paid is refused.
     */
    async refund(
      cashout: Cashout,
      event: PaymentReturned,
      refund: Refund,
    ): Promise<'credited' | 'applied_before' | 'moved' | 'too_much' | 'account_closed'> {
      const markerId = `return#${event.returnId}`;
      const returned = cents((cashout.returnedCents ?? 0) + event.amountCents);
      if (returned > cashout.request.amountCents) {
        return (await hasMarker(door, markerId)) ? 'applied_before' : 'too_much';
      }
      const causes = [
        putMarker(door, markerId, refund.refundedAt),
        returnOnRow(door, cashout, returned, refund),
      ];
      const posted = await post(door, now, causes, [refundLeg(cashout, event)]);
      if (posted.kind === 'ended') return 'credited';
      if (posted.kind === 'payee_closed') return 'account_closed';
      return posted.cause === 0 ? 'applied_before' : 'moved';
    },

    /** Money arrived for an account of ours. */
    async receive(
      event: PaymentReceived,
      at: string,
    ): Promise<'credited' | 'applied_before' | 'account_closed'> {
      const leg: Leg = {
        account: event.account,
        entry: {
          type: 'PIX_CASHIN',
          direction: 'CREDIT',
          amountCents: cents(event.amountCents),
          identification: event.endToEndId,
          transactionId: event.transactionId,
        },
        add: { availableCents: event.amountCents },
      };
      const posted = await post(door, now, [putMarker(door, `cash-in#${event.endToEndId}`, at)], [leg]);
      if (posted.kind === 'ended') return 'credited';
      return posted.kind === 'moved' ? 'applied_before' : 'account_closed';
    },
  };
}

/** The sum on the row, on the condition that no other return came between; and the end, if this makes it whole. */
function returnOnRow(door: Door, cashout: Cashout, returned: Cents, refund: Refund): Action {
  const isWhole = returned === cashout.request.amountCents;
  const end = { ...refund, status: nextStatus('SUCCESS', 'refund'), lane: laneOf(cashout.id) };
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

function refundLeg({ account, id, request, codeTransaction }: Cashout, event: PaymentReturned): Leg {
  return {
    account,
    entry: {
      type: 'PIX_CASHOUT_REFUND',
      direction: 'CREDIT',
      amountCents: cents(event.amountCents),
      identification: event.returnId,
      transactionId: id,
      ...(codeTransaction ? { codeTransaction } : {}),
      ...(request.tag ? { tag: request.tag } : {}),
    },
    add: { availableCents: event.amountCents },
  };
}
