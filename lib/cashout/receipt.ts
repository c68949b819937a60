// The payee's ids of a transfer within this institution, and partial returns. The payee has its own ids, because the
// cashout belongs to another customer.

import type { Cashout, LastReturn, Receipt } from './cashout.ts';

/** Human-readable code of a settled transfer, derived from its id: PX-0000-1A2B-3C4D. */
export function codeTransactionOf(id: number): string {
  const digits = id.toString(36).toUpperCase().padStart(12, '0');
  return `PX-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}

/** The id in such a code; undefined if it is larger than any id. The id may not exist. */
export function idOfCode(code: string): number | undefined {
  const id = Number.parseInt(code.replace(/^PX|-/g, ''), 36);
  return Number.isSafeInteger(id) && codeTransactionOf(id) === code ? id : undefined;
}

/** A partial return as stored for its events. `at`: ISO, UTC. */
export type PartialReturn = LastReturn & { at: string };

/** The ids in the payee's entries and events. Transfers settled before receipts existed use the cashout's ids. */
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
