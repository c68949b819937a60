// The entries of a chargeback, each under the ids of its own account.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { Leg } from '../ledger/posting-store.ts';
import type { Chargeback } from './chargeback.ts';

function entryOf({ id, request, returnId }: Chargeback) {
  const { amountCents, qrCodeId } = request;
  return { amountCents, transactionId: id, qrCodeId, ...(returnId ? { identification: returnId } : {}) };
}

/** Out of the account that gives back. */
export function debitLeg(chargeback: Chargeback, add: Leg['add']): Leg {
  const { account } = chargeback;
  return { account, entry: { ...entryOf(chargeback), type: 'PIX_CHARGEBACK', direction: 'DEBIT' }, add };
}

/** Back into it: the payer will not have the money. */
export function backLeg(chargeback: Chargeback): Leg {
  return {
    account: chargeback.account,
    entry: { ...entryOf(chargeback), type: 'PIX_CHARGEBACK_REFUND', direction: 'CREDIT' },
    add: { availableCents: chargeback.request.amountCents },
    intoClosed: true,
  };
}

/** The payer's own, by the ids that its debit carries: those of the chargeback and its code are the payee's. */
export function payersLeg(
  { id, request, returnId, payment }: Chargeback,
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
    : { transactionId: payment.payerTransactionId ?? id };
  const identification = returnId ? { identification: returnId } : {};
  return {
    account,
    entry: { amountCents, ...identification, ...own, type: 'PIX_CASHOUT_REFUND', direction: 'CREDIT' },
    add: { availableCents: amountCents },
  };
}
