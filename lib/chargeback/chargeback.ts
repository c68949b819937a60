// Defines a chargeback, which returns the money of a paid QR code in full or in part (spec: Chargeback statuses).

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { EndedByPeople } from '../cashout/peoples-end.ts';
import type { Payer, QrPayment } from '../qr-code/qr-code.ts';

/**
 * The status of a chargeback. REFUSED is internal: the network refused before any money was moved, and the caller got a
 * 400. For the contract such a chargeback does not exist.
 */
type ChargebackStatus = 'PENDING' | 'SUCCESS' | 'REJECTED' | 'REFUSED';

export type ChargebackRequest = { qrCodeId: number; amountCents: Cents; information: string };

export type Chargeback = EndedByPeople & {
  id: number;
  companyId: string;
  account: AccountRef;
  status: ChargebackStatus;
  request: ChargebackRequest;
  /** The refunded payment and its payer. */
  payment: { endToEndId: string; payer: Payer; cashoutId?: number; payerTransactionId?: number };
  idempotencyKey?: string;
  /** Id of the QR code's chargeback before this one, if there is one. */
  earlier?: number;
  createdAt: string;
  createdBy: string;
  createAttempt: string;
  /**
   * The only network to which the requests of this chargeback are sent (`refundsAt`). Rows of version 0.1.0 do not
   * contain this field.
   */
  sentTo?: string;
  /** Number of earlier requests with the same id. A key may be used again after its refund was refused. */
  ask: number;
  /**
   * Whether a caller has seen the chargeback as PENDING. From then on the chargeback exists for callers, even if the
   * network refuses it.
   */
  shown?: true;
  /** The network's id of the refund (D…), when it is known. */
  returnId?: string;
  /** Time at which the network accepted the refund. From then on the debit is on the statement. */
  acceptedAt?: string;
  /** The number of the PIX_CHARGEBACK entry in the account's statement. */
  debitCode?: number;
  /** The number of the PIX_CHARGEBACK_REFUND entry in that statement, if the refund was rejected after the debit. */
  creditCode?: number;
  /** The number of the payer's credit in the payer's statement, if the payer is in this institution. */
  payerCode?: number;
  /** Whether the event of the acceptance was recorded before the end. */
  acceptanceTold?: true;
  endedAt?: string;
  failureText?: string;
  /** Number of look-ups at the network so far. */
  polls: number;
  nextPollAt?: string;
  /** Whether the event of the end must still be recorded. */
  owesEvent: boolean;
  shard?: string;
  dueAt?: string;
  resumes: number;
};

/**
 * Returns our reference of the refund at the network. The reference is stored on the row before the first call, and
 * never used for another refund.
 */
export function refundReference({ id, ask }: Pick<Chargeback, 'id' | 'ask'>): string {
  return ask === 0 ? String(id) : `${id}R${ask}`;
}

/** Returns the chargeback id in a reference, or undefined if the reference is not ours. */
export function chargebackIdOf(reference: string): number | undefined {
  const [, digits] = /^([1-9]\d{0,15})(?:R\d{1,6})?$/.exec(reference) ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** Returns whether payer and payee both have accounts in this institution. */
export function isInternal({ payment }: Pick<Chargeback, 'payment'>): boolean {
  return payment.payer.account !== undefined;
}

/** Returns the fields in which two requests differ, by the contract's names. */
export function differingChargebackFields(stored: ChargebackRequest, asked: ChargebackRequest) {
  const names = { qrCodeId: 'qr_code_id', amountCents: 'amount', information: 'information' } as const;
  return (Object.keys(names) as (keyof ChargebackRequest)[])
    .filter((name) => stored[name] !== asked[name])
    .map((name) => names[name]);
}

/**
 * Days for which a payment may be refunded at the network: 90, and one more because we count from the credit's hour and
 * not from the payment's date. In that day the network decides.
 */
const refundableDays = 91;

/** Returns whether the network surely refunds a payment no longer. A payment within this institution has no such time. */
export function isTooLate({ payer, paidAt }: QrPayment, now: Date): boolean {
  return !payer.account && now.getTime() - Date.parse(paidAt) > refundableDays * 86_400_000;
}

const pollWaitMax = 300;

/**
 * Returns the seconds until the next look-up at the network: the first wait, doubled each time, at most five minutes.
 */
export function pollWait(firstSeconds: number, polls: number): number {
  return Math.max(firstSeconds, Math.min(pollWaitMax, firstSeconds * 2 ** Math.min(polls, 10)));
}
