// Compares a charge of a dynamic QR code with another reading of it, or with what is to be paid.

import type { Cents } from '../base/money.ts';
import { parseCodeKey } from './br-code.ts';

type Charge = { pixKey?: string; amountCents?: Cents; txid?: string };

/** Returns whether payee, amount and reference of two charges are equal. The owner of the code may change all three. */
export function isSameCharge(one: Charge, other: Charge): boolean {
  const key = parseCodeKey(one.pixKey ?? '');
  const isSamePayee = key !== undefined && key === parseCodeKey(other.pixKey ?? '');
  return isSamePayee && one.amountCents === other.amountCents && one.txid === other.txid;
}
