// A QR code of one of our accounts, and the payment that paid it (spec: Chargeback, rules 1 to 5).

import type { Account } from '../account/account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { RefusalCode } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';

/** CHARGEBACK: paid, and at least partly refunded. ACTIVE is not in the contract, the other two are. */
type QrCodeStatus = 'ACTIVE' | 'PAID' | 'CHARGEBACK';

export type Payer = {
  name?: string | undefined;
  legalId?: string | undefined;
  ispb?: string | undefined;
  /** Present when the payer has an account with us: a refund then stays within this institution. */
  account?: AccountRef | undefined;
};

/** The payment that made the code PAID. Others are credited too; a chargeback refunds this one. */
export type QrPayment = {
  endToEndId: string;
  transactionId: number;
  paidAt: string;
  payer: Payer;
  /** Present when the payment was one of our cashouts. */
  cashoutId?: number;
  /** The payer's transaction id, when the payer has an account with us and the payment was not a cashout. */
  payerTransactionId?: number;
};

export type QrCode = {
  id: number;
  companyId: string;
  account: AccountRef;
  status: QrCodeStatus;
  /** The amount asked for, and so the amount paid. */
  valueCents: Cents;
  /** The amount that can still be charged back; 0 without a payment. */
  remainingCents: Cents;
  payment?: QrPayment;
  /** The chargeback in progress. */
  pendingChargeback?: number;
  createdAt: string;
};

/** The txid of one of our codes. A payment carries it, which identifies its code. */
export function txidOf(qrCodeId: number): string {
  return `QR${qrCodeId}`;
}

/** The id of the code that a txid names; undefined if the txid is not ours. */
export function qrCodeIdOf(txid: string | undefined): number | undefined {
  const [, digits] = /^QR([1-9]\d{0,15})$/.exec(txid ?? '') ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** Whether a payment of this amount makes the code PAID: the first of exactly the amount asked for. */
export function isPaidBy(qrCode: QrCode, amountCents: number): boolean {
  return qrCode.status === 'ACTIVE' && qrCode.valueCents === amountCents;
}

/** The first reason to refuse a chargeback, in the contract's order; undefined when it is allowed. */
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
