// Defines the payee's ids of a transfer within this institution, and partial returns. The payee has its own ids,
// because the cashout belongs to another customer.

import type { Cashout, LastReturn, Receipt } from './cashout.ts';

/** Returns the human-readable code of a settled transfer, made from its id: PX-0000-1A2B-3C4D. */
export function codeTransactionOf(id: number): string {
  const digits = id.toString(36).toUpperCase().padStart(12, '0');
  return `PX-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
}

/**
 * Returns the id in a human-readable code, or undefined if the number is larger than any id. A transfer with this id
 * may not exist.
 */
export function idOfCode(code: string): number | undefined {
  const id = Number.parseInt(code.replace(/^PX|-/g, ''), 36);
  return Number.isSafeInteger(id) && codeTransactionOf(id) === code ? id : undefined;
}

/** A partial return, as it is stored for its events. `at`: ISO, UTC. */
export type PartialReturn = LastReturn & { at: string };

/**
 * Returns the ids in the payee's entries and events. Transfers that were settled before these ids existed use the
 * cashout's ids.
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
