// Payments as those know them whom they concern: the payee of a transfer in the house by ids of its own, since the
// payer's cashout is another customer's, and returns and receipts with their places in the statements.

import type { Cents } from '../base/money.ts';
import type { PaymentReceived, ReturnImposed } from '../network/event.ts';
import { type Cashout, codeTransactionOf, type LastReturn, type Receipt } from './cashout.ts';

/** One return that left some of the payment with the receiver, as it is kept for its events. `at`: ISO, UTC. */
export type PartialReturn = LastReturn & { at: string };

/**
 * A payment as it was credited. `qrCodeId` only where it paid the code. `code`, `payerCode`: the numbers of its entries
 * in the statements of payee and payer.
 */
export type Received = PaymentReceived & { code?: number; payerCode?: number; payerTransactionId?: number };

/** The ids that an entry or event of the payee's carries. Transfers settled before there were receipts have only one. */
export function payeesIds({
  id,
  codeTransaction,
  receipt,
}: Pick<Cashout, 'id' | 'codeTransaction'> & { receipt?: Omit<Receipt, 'code'> }) {
  const transactionId = receipt?.transactionId ?? id;
  const code = receipt ? codeTransactionOf(receipt.transactionId) : codeTransaction;
  return {
    transactionId,
    ...(code ? { codeTransaction: code } : {}),
    ...(receipt?.qrCodeId === undefined ? {} : { qrCodeId: receipt.qrCodeId }),
  };
}

/** As the PSP tells it, and as it is kept with the payment that it takes back. */
export type ImposedReturn = Pick<ReturnImposed, 'returnId' | 'amountCents' | 'nature' | 'reason' | 'at'>;

/**
 * `code`: the number of the debit in the account's statement. `availableCents`: what the account had after
 * it, to the cent where that is less than nothing; otherwise holds may have come and gone since it was read.
 */
export type DebitedReturn = ImposedReturn & { code?: number; availableCents: Cents };

/** A payment that has been credited, and what has gone back of it without our asking. */
export type CreditedPayment = { payment: Received; returns: readonly DebitedReturn[] };
