// The port to the PIX network. Everything is keyed by our own reference (the transaction id as text), which is
// stored before the first call: asking twice is safe, and an unknown outcome can always be looked up.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';

export type AccountType = 'CURRENT_ACCOUNT' | 'PAYMENT_ACCOUNT' | 'SAVING_ACCOUNT';

/** What is known of who is paid: what the caller gave, or the directory told, before the payment or with its outcome. */
export type Recipient = {
  name?: string;
  legalId?: string;
  ispb?: string;
  institutionName?: string;
  branch?: string;
  accountNumber?: string;
  accountType?: AccountType;
  /** Present when the recipient banks with us: the money then never leaves the house. */
  ownAccount?: AccountRef;
};

export type PaymentOrder = {
  reference: string;
  endToEndId: string;
  amountCents: Cents;
  payer: AccountRef;
  recipient: Recipient;
  /** As the caller gave it, for a network that resolves keys itself. */
  pixKey?: string;
  /** The whole code, where the payment is of one. */
  copyAndPaste?: string;
  /** The receiver's reference, where the payment comes from a code. */
  txid?: string;
};

/** A refusal with the network's reason code and its text. */
export type NetworkRefusal = { code: string; text: string };

/** The amount that the network has under our reference, present only where it is not the amount of the order. */
type Named = { otherAmountCents?: Cents };

/**
 * What the network says of a payment. `failed` ends as ERROR, `refused` (a rule or restriction) as CANCELLED.
 * `unknown` is a time-out, a fault or "still in progress": never an end. A network that gives payments their end-to-end
 * ids and finds recipients by itself tells both with `settled`.
 */
export type PaymentOutcome =
  | ({ kind: 'settled'; operationId: string; endToEndId?: string; recipient?: Recipient } & Named)
  | ({ kind: 'failed' } & NetworkRefusal)
  | ({ kind: 'refused' } & NetworkRefusal)
  | ({ kind: 'unknown' } & Named);

/**
 * `not_found`: the network does not hold a payment under this reference (yet: an earlier send may still land). A
 * payment that it refused must stay findable as refused: after a crash, the look-up is the only evidence left.
 */
export type PaymentLookup = PaymentOutcome | { kind: 'not_found' };

/** Money that came in, on its way back to the payer. */
export type RefundOrder = {
  /** Ours: the chargeback's id as text, with an addition when its key is used again after a refusal. */
  reference: string;
  /** Of the payment that is given back. */
  endToEndId: string;
  amountCents: Cents;
  information: string;
  payerName?: string;
};

/**
 * What the network says of a refund. `accepted` will end one way or the other; `rejected` is an end after that;
 * `refused` means that it never was.
 */
export type RefundOutcome =
  | ({ kind: 'accepted'; returnId: string } & Named)
  | ({ kind: 'settled'; returnId: string } & Named)
  | { kind: 'rejected'; returnId: string; text: string }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown' };

/**
 * `not_found`: no refund under this reference (yet: an earlier request may still land). A refund that was refused must
 * stay findable as refused: after a crash, the look-up is the only evidence left.
 */
export type RefundLookup = RefundOutcome | { kind: 'not_found' };

/** Where a payment is found, and what it has to be. */
export type PaymentPlace = Pick<PaymentOrder, 'reference' | 'amountCents'>;

/** Where a refund is found, under its payment by our reference, and what it has to be. */
export type RefundPlace = Pick<RefundOrder, 'endToEndId' | 'reference' | 'amountCents'>;

export type KeyLookup = { kind: 'found'; recipient: Recipient } | { kind: 'not_found' } | { kind: 'unknown' };

/**
 * A charge behind a dynamic code; without an amount it is the payer who decides. `not_payable`: expired, removed,
 * paid already, not signed by its issuer, or unknown.
 */
export type ChargeLookup =
  | { kind: 'payable'; pixKey: string; amountCents?: Cents; txid: string }
  | { kind: 'not_payable' }
  | { kind: 'unknown' };

/**
 * `url` as the code has it, without a scheme. A stranger chose it: an adapter must only follow known issuers. `text`: the
 * whole code.
 */
export type DynamicCode = { url: string; text: string };

export type PixNetwork = {
  /**
   * Whether a payment of a dynamic code takes just the amount of its order. Where it does not, the amount is the one that
   * the charge has when the network reads it, and the stage decides whether such codes are paid (lib/cashout/dynamic-code.ts).
   */
  readonly bindsCodeAmount: boolean;
  resolveBrCode(code: DynamicCode): Promise<ChargeLookup>;
  resolveKey(key: string): Promise<KeyLookup>;
  sendPayment(order: PaymentOrder): Promise<PaymentOutcome>;
  findPayment(payment: PaymentPlace): Promise<PaymentLookup>;
  requestRefund(order: RefundOrder): Promise<RefundOutcome>;
  findRefund(order: RefundPlace): Promise<RefundLookup>;
};

/** The part of the port that pays: one adapter may pay, and another give back. */
export type Payouts = Omit<PixNetwork, keyof Refunds>;
/** The part of the port that gives back. */
export type Refunds = Pick<PixNetwork, 'requestRefund' | 'findRefund'>;
