// A chargeback gives a paid QR code's money back, all or part of it (spec: Chargeback statuses).

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Payer } from '../qr-code/qr-code.ts';

/**
 * REFUSED is internal: the network refused before any money had moved, the caller got a 400, and for the
 * contract the chargeback does not exist.
 */
type ChargebackStatus = 'PENDING' | 'SUCCESS' | 'REJECTED' | 'REFUSED';

export type ChargebackRequest = { qrCodeId: number; amountCents: Cents; information: string };

export type Chargeback = {
  id: number;
  companyId: string;
  account: AccountRef;
  status: ChargebackStatus;
  request: ChargebackRequest;
  /** The payment that is given back, and who made it. */
  payment: { endToEndId: string; payer: Payer; cashoutId?: number; payerTransactionId?: number };
  idempotencyKey?: string;
  createdAt: string;
  createdBy: string;
  createAttempt: string;
  /** The network that gets its requests, and no other (`refundsAt`). Rows of version 0.1.0 have none. */
  sentTo?: string;
  /** How often this id was requested before: a key whose refund was refused may be used again. */
  ask: number;
  /** A caller has seen it as PENDING: from then on it exists, even if the network refuses it. */
  shown?: true;
  /** The network's id of the refund (D…), once it has given one. */
  returnId?: string;
  /** When the network accepted it; from then on the debit is on the statement. */
  acceptedAt?: string;
  /** The number of its PIX_CHARGEBACK in the account's statement. */
  debitCode?: number;
  /** The number of its PIX_CHARGEBACK_REFUND there, if it was rejected after that. */
  creditCode?: number;
  /** The number of the payer's credit in its statement, if the payer is in this institution. */
  payerCode?: number;
  /** The acceptance has been recorded as an event, before the end. */
  acceptanceTold?: true;
  endedAt?: string;
  failureText?: string;
  /** How often the refund was looked up at the network. */
  polls: number;
  nextPollAt?: string;
  /** Whether its end still has to be recorded as an event. */
  owesEvent: boolean;
  lane?: string;
  dueAt?: string;
  resumes: number;
};

/** Our reference of the refund at the network: fixed on the row before the first call, and never reused. */
export function refundReference({ id, ask }: Pick<Chargeback, 'id' | 'ask'>): string {
  return ask === 0 ? String(id) : `${id}R${ask}`;
}

/** The chargeback id in a reference; undefined when the reference is not ours. */
export function chargebackIdOf(reference: string): number | undefined {
  const [, digits] = /^([1-9]\d{0,15})(?:R\d{1,6})?$/.exec(reference) ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** Whether payer and payee both have accounts in this institution. */
export function isInternal({ payment }: Pick<Chargeback, 'payment'>): boolean {
  return payment.payer.account !== undefined;
}

/** The fields in which the two requests differ, by the contract's names. */
export function differingChargebackFields(stored: ChargebackRequest, asked: ChargebackRequest) {
  const names = { qrCodeId: 'qr_code_id', amountCents: 'amount', information: 'information' } as const;
  return (Object.keys(names) as (keyof ChargebackRequest)[])
    .filter((name) => stored[name] !== asked[name])
    .map((name) => names[name]);
}

const pollWaitMax = 300;

/** Seconds until the network is asked again: the first wait, doubling to five minutes. */
export function pollWait(firstSeconds: number, polls: number): number {
  return Math.max(firstSeconds, Math.min(pollWaitMax, firstSeconds * 2 ** Math.min(polls, 10)));
}
