// Compares a charge of a dynamic QR code with another reading of the same charge, or with the order to pay it.

import type { Cents } from '../base/money.ts';
import { parseCodeKey } from './br-code.ts';
import { OwnFault } from './own-fault.ts';
import type { PaymentOrder, PaymentOutcome, Payouts } from './port.ts';
import { refusalOf } from './psp-words.ts';
import { describeReject } from './reject-codes.ts';

type Charge = { pixKey?: string; amountCents?: Cents; txid?: string };

/** Returns whether payee, amount and reference of two charges are equal. The owner of the code may change all three. */
export function isSameCharge(one: Charge, other: Charge): boolean {
  const key = parseCodeKey(one.pixKey ?? '');
  const isSamePayee = key !== undefined && key === parseCodeKey(other.pixKey ?? '');
  return isSamePayee && one.amountCents === other.amountCents && one.txid === other.txid;
}

/**
 * Compares the charge of a code with the order. Must run before the payment is sent, so that every failure found here
 * means that nothing was paid.
 * @param reading the second reading of the charge, which may still be in progress
 * @returns why the charge may not be paid; undefined if it may be paid
 */
export async function whyNotPay(
  reading: ReturnType<Payouts['resolveBrCode']>,
  order: PaymentOrder,
): Promise<PaymentOutcome | undefined> {
  const charge = await reading.catch((error) => {
    // A fault of ours says nothing about the charge.
    if (error instanceof OwnFault) throw error;
    return { kind: 'unknown' } as const;
  });
  if (charge.kind === 'unknown')
    return { ...refusalOf(undefined, 'Cobrança do QR Code não pôde ser lida'), isUnsent: true };
  if (charge.kind === 'payable' && isSameCharge(charge, order)) return undefined;
  return { kind: 'failed', code: 'BE17', text: describeReject('BE17'), isUnsent: true };
}
