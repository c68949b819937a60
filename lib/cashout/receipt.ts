// Payments as those know them whom they concern: the payee of a transfer in the house by ids of its own, since the
// payer's cashout is another customer's, and returns and receipts with their places in the statements.

import { type Cashout, codeTransactionOf, type LastReturn, type Receipt } from './cashout.ts';

/** One return that left some of the payment with the receiver, as it is kept for its events. `at`: ISO, UTC. */
export type PartialReturn = LastReturn & { at: string };

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
