// The port to the PIX network. Everything is keyed by our own reference (the transaction id as text), which is
// stored before the first call: asking twice is safe, and an unknown outcome can always be looked up.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';

export type AccountType = 'CURRENT_ACCOUNT' | 'PAYMENT_ACCOUNT' | 'SAVING_ACCOUNT';

/** What is known about the recipient: from the caller, from the directory, or from the payment's outcome. */
export type Recipient = {
  name?: string;
  legalId?: string;
  ispb?: string;
  institutionName?: string;
  branch?: string;
  accountNumber?: string;
  accountType?: AccountType;
  /** Present when the recipient has an account with us: the money then stays within this institution. */
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
  /** CPF or CNPJ that the owner of the key must have. */
  ownerLegalId?: string;
  /** The whole code, if the payment is of one. */
  copyAndPaste?: string;
  /** The receiver's reference, if the payment is of a code. */
  txid?: string;
  /** What the payee reads with the payment, at most 140 characters. */
  message?: string;
};

/** A refusal with the network's reason code and its text. */
export type NetworkRefusal = { code: string; text: string };

/** The amount that the network has under our reference, present only if it is not the amount of the order. */
type Named = { otherAmountCents?: Cents };

/**
 * The network's answer about a payment. `failed` ends as ERROR, `refused` (a rule or restriction) as
 * CANCELLED. `unknown` is a time-out, an error or "still in progress": never an end. A network that gives
 * payments their end-to-end ids and resolves recipients itself returns both with `settled`.
 */
export type PaymentOutcome =
  | ({ kind: 'settled'; operationId: string; endToEndId?: string; recipient?: Recipient } & Named)
  | ({ kind: 'failed' } & NetworkRefusal)
  | ({ kind: 'refused' } & NetworkRefusal)
  | ({ kind: 'unknown' } & Named);

/**
 * `not_found`: no payment under this reference (yet: an earlier send may still arrive). A payment that was
 * refused must stay findable as refused: after a crash, the look-up is the only evidence left.
 */
export type PaymentLookup = PaymentOutcome | { kind: 'not_found' };

/** A refund of a received payment to its payer. */
export type RefundOrder = {
  /** Ours: the chargeback's id as text, with a suffix if its idempotency key is reused after a refusal. */
  reference: string;
  /** Of the refunded payment. */
  endToEndId: string;
  amountCents: Cents;
  information: string;
  payerName?: string;
};

/**
 * The network's answer about a refund. `accepted`: it is in progress. `rejected`: it failed after it was
 * accepted. `refused`: it was never accepted.
 */
export type RefundOutcome =
  | ({ kind: 'accepted'; returnId: string } & Named)
  | ({ kind: 'settled'; returnId: string } & Named)
  | { kind: 'rejected'; returnId: string; text: string }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown' };

/**
 * `not_found`: no refund under this reference (yet: an earlier request may still arrive). A refund that was
 * refused must stay findable as refused: after a crash, the look-up is the only evidence left.
 */
export type RefundLookup = RefundOutcome | { kind: 'not_found' };

/** How a payment is found, and the amount that it must have. */
export type PaymentPlace = Pick<PaymentOrder, 'reference' | 'amountCents'>;

/** How a refund is found, by its payment and our reference, and the amount that it must have. */
export type RefundPlace = Pick<RefundOrder, 'endToEndId' | 'reference' | 'amountCents'>;

export type KeyLookup = { kind: 'found'; recipient: Recipient } | { kind: 'not_found' } | { kind: 'unknown' };

/**
 * The charge of a dynamic code; without an amount, the payer decides it. `not_payable`: expired, removed,
 * paid already, not signed by its issuer, or unknown.
 */
export type ChargeLookup =
  | { kind: 'payable'; pixKey: string; amountCents?: Cents; txid: string }
  | { kind: 'not_payable' }
  | { kind: 'unknown' };

/**
 * `text`: the whole code. `url`: from the code, without a scheme. It is not trusted: an adapter must only
 * call known issuers.
 */
export type DynamicCode = { url: string; text: string };

export type PixNetwork = {
  /**
   * The PSP that pays, and our account there. A reference is sent to one place only, and only what that place says
   * of it is evidence.
   */
  readonly payoutsAt: string;
  /** The same, of refunds. */
  readonly refundsAt: string;
  /**
   * Whether a payment of a dynamic code has exactly the amount of its order. If not, it has the charge's
   * amount at the time the network reads it, and a setting decides whether such codes are paid
   * (lib/cashout/dynamic-code.ts).
   */
  readonly bindsCodeAmount: boolean;
  /**
   * Whether it refuses a payment (BE01) to a key that is not of the order's `ownerLegalId`. Asked only where it does
   * not name the owner before.
   */
  checksOwner(legalId: string): boolean;
  resolveBrCode(code: DynamicCode): Promise<ChargeLookup>;
  resolveKey(key: string): Promise<KeyLookup>;
  sendPayment(order: PaymentOrder): Promise<PaymentOutcome>;
  findPayment(payment: PaymentPlace): Promise<PaymentLookup>;
  requestRefund(order: RefundOrder): Promise<RefundOutcome>;
  findRefund(order: RefundPlace): Promise<RefundLookup>;
};

/** The part of the port that pays: one adapter may pay, and another give back. */
export type Payouts = Omit<PixNetwork, keyof Refunds | 'payoutsAt' | 'refundsAt'>;
/** The part of the port that gives back. */
export type Refunds = Pick<PixNetwork, 'requestRefund' | 'findRefund'>;
/** Both, wherever they are. */
export type Rails = Payouts & Refunds;
