// Makes the entries of a chargeback. The entry of each account has the ids of that account.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { givenBackTo } from '../ledger/entry.ts';
import type { Leg } from '../ledger/legs.ts';
import type { Chargeback } from './chargeback.ts';

function entryOf({ id, request, returnId, payment, sentTo }: Chargeback) {
  const { amountCents, qrCodeId } = request;
  return {
    amountCents,
    transactionId: id,
    qrCodeId,
    ...givenBackTo(payment.payer, payment.endToEndId),
    ...(returnId ? { identification: returnId } : {}),
    ...(sentTo ? { place: sentTo } : {}),
  };
}

/** Returns the debit of the account that refunds. */
export function debitLeg(chargeback: Chargeback, add: Leg['add']): Leg {
  const { account } = chargeback;
  return { account, entry: { ...entryOf(chargeback), type: 'PIX_CHARGEBACK', direction: 'DEBIT' }, add };
}

/** Returns the leg that credits the account again if the payer does not get the money. */
export function backLeg(chargeback: Chargeback): Leg {
  return {
    account: chargeback.account,
    entry: { ...entryOf(chargeback), type: 'PIX_CHARGEBACK_REFUND', direction: 'CREDIT' },
    add: { availableCents: chargeback.request.amountCents },
    intoClosed: true,
  };
}

/**
 * Returns the payer's credit, with the ids of the payer's own debit. The chargeback's id and the QR code are not used,
 * because they belong to the payee.
 */
export function payersLeg(
  { id, request, returnId, payment, account: payee }: Chargeback,
  account: AccountRef,
  paid?: Cashout,
): Leg {
  const { amountCents } = request;
  const own = paid
    ? {
        transactionId: paid.id,
        ...(paid.codeTransaction ? { codeTransaction: paid.codeTransaction } : {}),
        ...(paid.request.tag ? { tag: paid.request.tag } : {}),
      }
    : { transactionId: payment.payerTransactionId ?? id, otherAccount: payee };
  const identification = returnId ? { identification: returnId } : {};
  return {
    account,
    entry: { amountCents, ...identification, ...own, type: 'PIX_CASHOUT_REFUND', direction: 'CREDIT' },
    add: { availableCents: amountCents },
  };
}
