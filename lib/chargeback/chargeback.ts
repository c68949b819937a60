// A chargeback gives a paid QR code's money back, all or part of it (spec: Chargeback statuses).

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Payer } from '../qr-code/qr-code.ts';

/**
 * REFUSED is ours alone: the network said no before anything had moved, the caller got a 400, and to the contract
 * the chargeback never was.
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
  /** How often this id was asked for before: a key whose refund was refused may be used again. */
  ask: number;
  /** Somebody has been told of it while it was PENDING: from then on it is one, whatever the network says. */
  shown?: true;
  /** The network's id of the refund (D…), once it has given one. */
  returnId?: string;
  /** The network has taken it on: from then on the debit stands on the statement. */
  acceptedAt?: string;
  /** The number of its PIX_CHARGEBACK in the account's statement. */
  debitCode?: number;
  /** The number of its PIX_CHARGEBACK_REFUND there, if it was rejected after that. */
  creditCode?: number;
  /** The number of the credit in the statement of a payer of ours. */
  payerCode?: number;
  /** The debit has been recorded as an event, before the end. */
  acceptanceTold?: true;
  endedAt?: string;
  failureText?: string;
  /** How often the network was asked what has become of it. */
  polls: number;
  nextPollAt?: string;
  /** Its end is still to be recorded as an event. */
  owesEvent: boolean;
  lane?: string;
  dueAt?: string;
  resumes: number;
};

/** What the network knows the refund by: ours, on the row before the first call, and never used for another. */
export function refundReference({ id, ask }: Pick<Chargeback, 'id' | 'ask'>): string {
  return ask === 0 ? String(id) : `${id}R${ask}`;
}

/** The chargeback that a reference of ours stands for; undefined when it is not one of ours. */
export function chargebackIdOf(reference: string): number | undefined {
  const [, digits] = /^([1-9]\d{0,15})(?:R\d{1,6})?$/.exec(reference) ?? [];
  return digits !== undefined && Number.isSafeInteger(Number(digits)) ? Number(digits) : undefined;
}

/** Whether payer and payee both bank with us. */
export function isInternal({ payment }: Pick<Chargeback, 'payment'>): boolean {
  return payment.payer.account !== undefined;
}

/** What the two requests differ in, by the contract's names. */
export function differingChargebackFields(stored: ChargebackRequest, asked: ChargebackRequest) {
  const names = { qrCodeId: 'qr_code_id', amountCents: 'amount', information: 'information' } as const;
  return (Object.keys(names) as (keyof ChargebackRequest)[])
    .filter((name) => stored[name] !== asked[name])
    .map((name) => ({ field: names[name], message: 'differs from the request that first used this key' }));
}

const pollWaitMax = 300;

/** Seconds until the network is asked again: the first wait, doubling to five minutes. */
export function pollWait(firstSeconds: number, polls: number): number {
  return Math.max(firstSeconds, Math.min(pollWaitMax, firstSeconds * 2 ** Math.min(polls, 10)));
}
