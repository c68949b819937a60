// Debits returns that we did not request, made by MED or in the PSP's panel. A return is debited once for each id of
// the network, whatever the balance, because the money has already left.

import { type Cents, cents } from '../base/money.ts';
import { givenBackTo } from '../ledger/entry.ts';
import type { Leg } from '../ledger/legs.ts';
import { type Causes, post } from '../ledger/posting-store.ts';
import { returnFromBlock } from '../med-case/block-store.ts';
import type { ReportedPayment } from '../med-case/reported-payment-store.ts';
import type { ReturnImposed } from '../network/event.ts';
import { change } from '../platform/expression.ts';
import { putMarker, readMarker } from '../platform/marker-store.ts';
import type { Database } from '../platform/table.ts';
import type { QrCode } from '../qr-code/qr-code.ts';
import { takeBackFromQrCode } from '../qr-code/qr-code-store.ts';
import { type Applied, markerOf, toApplied } from './incoming-store.ts';
import type { CreditedPayment, Received } from './payment.ts';

type TakenBack = Exclude<Applied, 'credited'> | 'debited' | 'moved' | 'too_much';

export type ImposedReturns = ReturnType<typeof makeImposedReturns>;

export function makeImposedReturns(db: Database, now: () => Date) {
  return {
    /**
     * Debits a return. Refuses to return more than the payment.
     * @param qrCode the QR code that the payment paid; its refundable amount is lowered
     * @param reported the payment's MED reports; money that is blocked because of them is taken first
     */
    async takeBack(
      event: ReturnImposed,
      { payment, returns }: CreditedPayment,
      qrCode: QrCode | undefined,
      reported: ReportedPayment,
    ): Promise<TakenBack> {
      const { returnId, amountCents, nature, reason, at } = event;
      const before = returns.reduce((sum, one) => sum + one.amountCents, 0);
      if (before + amountCents > payment.amountCents)
        return (await readMarker(db, markerOf(event))) ? 'applied_before' : 'too_much';
      const fromBlock = Math.min(reported.block?.cents ?? 0, amountCents);
      const Key = { id: markerOf(payment) };
      const causes: Causes = (time, [code = 0], [available = 0]) => {
        const after = (available - (amountCents - fromBlock)) as Cents;
        const returned = { returnId, amountCents, nature, reason, at, code, availableCents: after };
        const note = change({
          set: { returns: [...returns, returned], returnedCents: before + amountCents },
          when: before === 0 ? 'attribute_not_exists(#returnedCents)' : '#returnedCents = :before',
          values: before === 0 ? {} : { before },
        });
        return [
          putMarker(db, markerOf(event), time.toISOString(), { endToEndId: payment.endToEndId }),
          { Update: { TableName: db.config.MARKERS_TABLE, Key, ...note } },
          ...returnFromBlock(db, reported, fromBlock),
          ...(qrCode ? [takeBackFromQrCode(db, qrCode.id, cents(amountCents))] : []),
        ];
      };
      const posted = await post(db, now, causes, [debit(event, payment, fromBlock)]);
      if (posted.kind === 'moved' && posted.cause !== 0) return 'moved';
      const applied = toApplied(posted);
      return applied === 'credited' ? 'debited' : applied;
    },
  };
}

function debit({ amountCents, returnId }: ReturnImposed, payment: Received, fromBlock: number): Leg {
  const { account, transactionId, qrCodeId, payer, endToEndId, receivedAt } = payment;
  return {
    account,
    entry: {
      type: 'PIX_CHARGEBACK',
      direction: 'DEBIT',
      amountCents: cents(amountCents),
      identification: returnId,
      transactionId,
      ...givenBackTo(payer, endToEndId),
      ...(qrCodeId === undefined ? {} : { qrCodeId }),
      ...(receivedAt ? { place: receivedAt } : {}),
      imposed: true,
    },
    add: {
      availableCents: fromBlock - amountCents,
      ...(fromBlock > 0 ? { heldCents: -fromBlock } : {}),
    },
  };
}
