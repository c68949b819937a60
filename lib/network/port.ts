// The port to the PIX network. Every call uses our own reference (the transaction id as text), which is stored before
// the first call. So repeating a call is safe, and an unknown outcome can always be looked up.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';

export type AccountType = 'CURRENT_ACCOUNT' | 'PAYMENT_ACCOUNT' | 'SAVING_ACCOUNT';

/** The known data of the recipient: from the caller, from the directory, or from the payment's outcome. */
export type Recipient = {
  name?: string;
  legalId?: string;
  ispb?: string;
  institutionName?: string;
  branch?: string;
  accountNumber?: string;
  accountType?: AccountType;
  /** Present if the recipient has an account in this institution. Then the money stays here. */
  ownAccount?: AccountRef;
};

export type PaymentOrder = {
  reference: string;
  endToEndId: string;
  amountCents: Cents;
  payer: AccountRef;
  recipient: Recipient;
  /** As the caller sent it, for a network that looks up keys itself. */
  pixKey?: string;
  /** CPF or CNPJ that the key's owner must have. */
  ownerLegalId?: string;
  /** The whole code, if the payment pays one. */
  copyAndPaste?: string;
  /** The receiver's reference, if the payment pays a code. */
  txid?: string;
  /** Text for the payee, at most 140 characters. */
  message?: string;
};

/** A refusal with the network's reason code and text. */
export type NetworkRefusal = { code: string; text: string };

/** The network's amount under our reference, present only if it differs from the order's. */
type Named = { otherAmountCents?: Cents };

/**
 * The network's answer about a payment. `failed` ends as ERROR, `refused` (a rule or restriction) as CANCELLED.
 * `unknown` is a timeout, an error or "still in progress", and never an end. If the network assigns the end-to-end id
 * and looks up the recipient itself, `settled` contains both.
 */
export type PaymentOutcome =
  | ({ kind: 'settled'; operationId: string; endToEndId?: string; recipient?: Recipient } & Named)
  | ({ kind: 'failed' } & NetworkRefusal)
  | ({ kind: 'refused' } & NetworkRefusal)
  | ({ kind: 'unknown' } & Named);

/**
 * `not_found`: no payment under this reference so far; an earlier send may still arrive. A refused payment must stay
 * findable as refused, because after a crash the look-up is the only evidence.
 */
export type PaymentLookup = PaymentOutcome | { kind: 'not_found' };

/** A refund of a received payment to its payer. */
export type RefundOrder = {
  /** Our reference: the chargeback's id as text, with a suffix if its idempotency key is used again after a refusal. */
  reference: string;
  /** Id of the refunded payment. */
  endToEndId: string;
  amountCents: Cents;
  information: string;
  payerName?: string;
};

/**
 * The network's answer about a refund. `accepted`: it is in progress. `rejected`: it failed after its acceptance.
 * `refused`: it was never accepted.
 */
export type RefundOutcome =
  | ({ kind: 'accepted'; returnId: string } & Named)
  | ({ kind: 'settled'; returnId: string } & Named)
  | { kind: 'rejected'; returnId: string; text: string }
  | { kind: 'refused'; text: string }
  | { kind: 'unknown' };

/**
 * `not_found`: no refund under this reference so far; an earlier request may still arrive. A refused refund must stay
 * findable as refused, because after a crash the look-up is the only evidence.
 */
export type RefundLookup = RefundOutcome | { kind: 'not_found' };

/** The reference by which a payment is found, and its expected amount. */
export type PaymentPlace = Pick<PaymentOrder, 'reference' | 'amountCents'>;

/** The payment and reference by which a refund is found, and its expected amount. */
export type RefundPlace = Pick<RefundOrder, 'endToEndId' | 'reference' | 'amountCents'>;

export type KeyLookup = { kind: 'found'; recipient: Recipient } | { kind: 'not_found' } | { kind: 'unknown' };

/**
 * The charge of a dynamic code. Without an amount, the payer decides it. `not_payable`: expired, removed, already paid,
 * not signed by its issuer, or unknown.
 */
export type ChargeLookup =
  | { kind: 'payable'; pixKey: string; amountCents?: Cents; txid: string }
  | { kind: 'not_payable' }
  | { kind: 'unknown' };

/**
 * `text`: the whole code. `url`: from the code, without a scheme. It is not trusted: an adapter must only call known
 * issuers.
 */
export type DynamicCode = { url: string; text: string };

export type PixNetwork = {
  /**
   * The PSP for payouts and our account there. A reference is sent to one such account only, and only its answers are
   * evidence.
   */
  readonly payoutsAt: string;
  /** The PSP for refunds and our account there. */
  readonly refundsAt: string;
  /**
   * Whether a payment of a dynamic code has exactly the amount of its order. If not, it has the charge's amount at the
   * moment when the network reads it. Then a setting decides whether such codes are paid (lib/cashout/dynamic-code.ts).
   */
  readonly bindsCodeAmount: boolean;
  /**
   * Whether it refuses a payment (BE01) to a key whose owner is not the order's `ownerLegalId`. Used only if the
   * network does not name the owner before.
   */
  checksOwner(legalId: string): boolean;
  resolveBrCode(code: DynamicCode): Promise<ChargeLookup>;
  resolveKey(key: string): Promise<KeyLookup>;
  sendPayment(order: PaymentOrder): Promise<PaymentOutcome>;
  findPayment(payment: PaymentPlace): Promise<PaymentLookup>;
  requestRefund(order: RefundOrder): Promise<RefundOutcome>;
  findRefund(order: RefundPlace): Promise<RefundLookup>;
};

/** The functions of the port for payouts. Payouts and refunds may have different adapters. */
export type Payouts = Omit<PixNetwork, keyof Refunds | 'payoutsAt' | 'refundsAt'>;
/** The functions of the port for refunds. */
export type Refunds = Pick<PixNetwork, 'requestRefund' | 'findRefund'>;
/** Both, from one or two adapters. */
export type Rails = Payouts & Refunds;
