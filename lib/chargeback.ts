// A chargeback gives a paid QR code's money back, all or part of it (spec: Chargeback statuses).

import type { AccountRef } from './cashout.ts';
import type { Cents } from './money.ts';
import type { Payer } from './qr-code.ts';

/**
 * REFUSED is ours alone: the network said no before anything had moved, the caller got a 400, and to the contract
 * the chargeback never was.
 */
export type ChargebackStatus = 'PENDING' | 'SUCCESS' | 'REJECTED' | 'REFUSED';

export type ChargebackRequest = { qrCodeId: number; amountCents: Cents; information: string };

export type Chargeback = {
  id: number;
  companyId: string;
  account: AccountRef;
  status: ChargebackStatus;
  request: ChargebackRequest;
  /** The payment that is given back, and who made it. */
  payment: { endToEndId: string; payer: Payer };
  idempotencyKey?: string;
  createdAt: string;
  createdBy: string;
  createAttempt: string;
  /** The network's id of the refund (D…), once it has given one. */
  returnId?: string;
  /** The network has taken it on: from then on the debit stands on the statement. */
  acceptedAt?: string;
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
