// Defines a QR code of one of our accounts, and the payment that paid it (spec: Chargeback, rules 1 to 5).

import type { Account } from '../account/account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { RefusalCode } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';

/**
 * The status of a code. CHARGEBACK: paid, and at least partly refunded. The contract has PAID and CHARGEBACK, but not
 * ACTIVE.
 */
type QrCodeStatus = 'ACTIVE' | 'PAID' | 'CHARGEBACK';

export type Payer = {
  name?: string | undefined;
  legalId?: string | undefined;
  ispb?: string | undefined;
  /** The payer's account, if it is in this institution. If so, a refund moves money only between our accounts. */
  account?: AccountRef | undefined;
};

/**
 * The payment that made the code PAID. Other payments of the code are credited too, but a chargeback refunds only this
 * payment.
 */
export type QrPayment = {
  endToEndId: string;
  transactionId: number;
  paidAt: string;
  payer: Payer;
  /** Id of the cashout, if the payment was one of our cashouts. */
  cashoutId?: number;
  /** The payer's transaction id, if the payer has an account in this institution and the payment was no cashout. */
  payerTransactionId?: number;
  /** The name of our account at the PSP that has received the payment. */
  receivedAt?: string;
};

export type QrCode = {
  id: number;
  companyId: string;
  account: AccountRef;
  status: QrCodeStatus;
  /** The requested amount, which is also the amount that is paid. */
  valueCents: Cents;
  /** The amount that can still be charged back; 0 before the payment. */
  remainingCents: Cents;
  payment?: QrPayment;
  /** Id of the chargeback in progress. */
  pendingChargeback?: number;
  /** Id of the newest chargeback that the network has not refused. Each chargeback names the one before it. */
  latestChargeback?: number;
  createdAt: string;
};

/** Returns the txid of one of our codes. A payment contains the txid of the code that it pays. */
export function txidOf(qrCodeId: number): string {
  return `QR${qrCodeId}`;
}

/** Returns the id of the code in a txid, or undefined if the txid is not ours. */
export function qrCodeIdOf(txid: string | undefined): number | undefined {
  const [, digits] = /^QR([1-9]\d{0,15})$/.exec(txid ?? '') ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/**
 * Returns whether a payment of this amount makes the code PAID. Only the first payment of exactly the requested amount
 * does.
 */
export function isPaidBy(qrCode: QrCode, amountCents: number): boolean {
  return qrCode.status === 'ACTIVE' && qrCode.valueCents === amountCents;
}

/**
 * Returns the first reason to refuse a chargeback, in the contract's order, or undefined if the chargeback is allowed.
 */
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
