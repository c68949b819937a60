// A QR code of one of our accounts, and the payment that it brought (spec: Chargeback, rules 1 to 5).

import type { Account } from '../account/account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { RefusalCode } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';

/** CHARGEBACK: paid, and at least partly given back. ACTIVE is ours: the contract names the other two. */
type QrCodeStatus = 'ACTIVE' | 'PAID' | 'CHARGEBACK';

export type Payer = {
  name?: string | undefined;
  legalId?: string | undefined;
  ispb?: string | undefined;
  /** Present when the payer banks with us: a refund then stays in the house. */
  account?: AccountRef | undefined;
};

/** The payment that made the code PAID. Others are credited too, but are not the code's: a chargeback refers to this one. */
export type QrPayment = {
  endToEndId: string;
  transactionId: number;
  paidAt: string;
  payer: Payer;
  /** The cashout of ours that it was. */
  cashoutId?: number;
  /** What a payer of ours knows it by, where it was no cashout. */
  payerTransactionId?: number;
};

export type QrCode = {
  id: number;
  companyId: string;
  account: AccountRef;
  status: QrCodeStatus;
  /** What is asked for, and so what was paid. */
  valueCents: Cents;
  /** What may still be given back; without a payment, nothing. */
  remainingCents: Cents;
  payment?: QrPayment;
  /** The one chargeback that has not ended. */
  pendingChargeback?: number;
  createdAt: string;
};

/** The txid that our codes carry, so that a payment leads back to its code. */
export function txidOf(qrCodeId: number): string {
  return `QR${qrCodeId}`;
}

/** The code that a txid names, if it is one of ours. */
export function qrCodeIdOf(txid: string | undefined): number | undefined {
  const [, digits] = /^QR([1-9]\d{0,15})$/.exec(txid ?? '') ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** Whether a payment of this amount makes the code PAID: the first of just what it asks for. */
export function isPaidBy(qrCode: QrCode, amountCents: number): boolean {
  return qrCode.status === 'ACTIVE' && qrCode.valueCents === amountCents;
}

/** Why a chargeback cannot be, in the contract's order; undefined when it can. */
export function whyNotRefundable(
  qrCode: QrCode,
  account: Account,
  amountCents: Cents,
): RefusalCode | undefined {
  if (qrCode.status === 'ACTIVE' || !qrCode.payment) return 'qr_code_not_paid';
  if (qrCode.pendingChargeback !== undefined) return 'refund_in_processing';
  if (account.status === 'CLOSED') return 'chargeback_account_closed';
  if (amountCents > qrCode.remainingCents) return 'amount_above_qr_code';
  return account.availableCents < amountCents ? 'insufficient_funds' : undefined;
}
