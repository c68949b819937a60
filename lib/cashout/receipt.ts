// The payee's ids of a transfer within this institution, and partial returns. The payee gets ids of its own,
// since the cashout belongs to another customer.

import { type Cashout, codeTransactionOf, type LastReturn, type Receipt } from './cashout.ts';

/** A partial return, as it is kept for its events. `at`: ISO, UTC. */
export type PartialReturn = LastReturn & { at: string };

/**
 * The ids in the payee's entries and events. Transfers settled before there were receipts have the cashout's
 * ids.
 */
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
