// A QR code of one of our accounts, and the payment that paid it (spec: Chargeback, rules 1 to 5).

import type { Account } from '../account/account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { RefusalCode } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';

/** CHARGEBACK: paid, and at least partly refunded. The contract has PAID and CHARGEBACK, but not ACTIVE. */
type QrCodeStatus = 'ACTIVE' | 'PAID' | 'CHARGEBACK';

export type Payer = {
  name?: string | undefined;
  legalId?: string | undefined;
  ispb?: string | undefined;
  /** Present if the payer has an account in this institution. Then a refund moves money only here. */
  account?: AccountRef | undefined;
};

/** The payment that made the code PAID. Other payments are credited too, but a chargeback refunds this one. */
export type QrPayment = {
  endToEndId: string;
  transactionId: number;
  paidAt: string;
  payer: Payer;
  /** Present if the payment was one of our cashouts. */
  cashoutId?: number;
  /** The payer's transaction id, if the payer has an account here and the payment was no cashout. */
  payerTransactionId?: number;
};

export type QrCode = {
  id: number;
  companyId: string;
  account: AccountRef;
  status: QrCodeStatus;
  /** The requested amount, which is also the paid amount. */
  valueCents: Cents;
  /** The amount that can still be charged back; 0 without a payment. */
  remainingCents: Cents;
  payment?: QrPayment;
  /** The chargeback in progress. */
  pendingChargeback?: number;
  createdAt: string;
};

/** The txid of one of our codes. A payment contains it, which identifies its code. */
export function txidOf(qrCodeId: number): string {
  return `QR${qrCodeId}`;
}

/** The id of the code in a txid; undefined if the txid is not ours. */
export function qrCodeIdOf(txid: string | undefined): number | undefined {
  const [, digits] = /^QR([1-9]\d{0,15})$/.exec(txid ?? '') ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** Whether a payment of this amount makes the code PAID: the first one of exactly the requested amount. */
export function isPaidBy(qrCode: QrCode, amountCents: number): boolean {
  return qrCode.status === 'ACTIVE' && qrCode.valueCents === amountCents;
}

/** The first reason to refuse a chargeback, in the contract's order; undefined if it is allowed. */
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
