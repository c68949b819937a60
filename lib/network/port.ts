// Defines the port to the PIX network. Every call uses our own reference (the transaction id as text), which is stored
// before the first call. So repeating a call is safe, and an unknown outcome can always be looked up.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { SendDefence } from './defence.ts';
import type { KeyBucket } from './key-bucket.ts';
import type { Recoveries } from './recoveries.ts';
import type { RejectName } from './reject-codes.ts';

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
  /** Id of the directory's answer, for a network that needs this id to pay the key. */
  lookupId?: string;
  /** The recipient's account, if it is in this institution. Then the money stays here. */
  ownAccount?: AccountRef;
};

export type PaymentOrder = {
  reference: string;
  endToEndId: string;
  amountCents: Cents;
  payer: AccountRef;
  recipient: Recipient;
  /** The PIX key as the caller sent it, for a network that looks up keys itself. */
  pixKey?: string;
  /** CPF or CNPJ that the owner of the key must have. */
  ownerLegalId?: string;
  /** The whole QR code, if the payment pays a QR code. */
  copyAndPaste?: string;
  /** The receiver's reference, if the payment pays a QR code. */
  txid?: string;
  /** Text for the payee, at most 140 characters. */
  message?: string;
};

/** A refusal with the network's reason code and text. */
export type NetworkRefusal = { code: string; text: string };

/** Present if the network refused the request because of ourselves (own-fault.ts): the network's word. */
type Faulty = { ownFault?: string };
/**
 * `undocumented`: the word of a refusal whose meaning is not documented. A person is told. Others as in ask-network.ts.
 */
type Undocumented = { undocumented?: string; busySeconds?: number; waitSeconds?: number };

/** The network's amount under our reference. Present only if it differs from the amount of the order. */
type Named = { otherAmountCents?: Cents };

/**
 * The network's answer about a payment. `failed` ends a cashout as ERROR, `refused` (a rule or restriction) as
 * CANCELLED. `unknown` is a timeout, an error or "still in progress", and never ends a cashout; `state`: the network has
 * the payment, and it waits for an approval or is in progress. `isUnexplained`: the answer has no reason; a callback may
 * have it. `isUnsent`: the adapter found the reason itself, and did not ask the network to pay. If the network assigns
 * the end-to-end id and looks up the recipient itself, `settled` contains both.
 */
export type PaymentOutcome =
  | ({ kind: 'settled'; operationId: string; endToEndId?: string; recipient?: Recipient } & Named)
  | ({ kind: 'failed' | 'refused'; isUnexplained?: true; isUnsent?: true } & NetworkRefusal & Faulty)
  | ({ kind: 'unknown'; state?: 'waiting' | 'under way' } & Named & Faulty & Undocumented);

/** The evidence that a payment was not made. */
export type Refusal = Extract<PaymentOutcome, { kind: 'failed' | 'refused' }>;
/**
 * The network's answer to a look-up of a payment. `not_found`: there is no payment under this reference so far, but an
 * earlier send may still arrive. A refused payment must stay findable as refused, because after a crash the look-up is
 * the only evidence.
 */
export type PaymentLookup = PaymentOutcome | { kind: 'not_found' };

/** A refund of a received payment to its payer. */
export type RefundOrder = {
  /**
   * Our reference: the chargeback's id as text. It has a suffix if the chargeback's idempotency key is used again after
   * a refusal.
   */
  reference: string;
  /** End-to-end id of the refunded payment. */
  endToEndId: string;
  amountCents: Cents;
  information: string;
  payerName?: string;
};

/**
 * The network's answer about a refund. `accepted`: it is in progress. `rejected`: it failed after it was accepted.
 * `refused`: it was never accepted.
 */
export type RefundOutcome =
  | ({ kind: 'accepted'; returnId: string } & Named)
  | ({ kind: 'settled'; returnId: string } & Named)
  | { kind: 'rejected'; returnId: string; text: string }
  | { kind: 'refused'; text: string }
  | ({ kind: 'unknown' } & Faulty & Undocumented);

/**
 * The network's answer to a look-up of a refund. `not_found`: there is no refund under this reference so far, but an
 * earlier request may still arrive. A refused refund must stay findable as refused, because after a crash the look-up
 * is the only evidence.
 */
export type RefundLookup = RefundOutcome | { kind: 'not_found' };

/** The reference and the expected amount with which a payment or a refund is looked up. */
export type PaymentPlace = Pick<PaymentOrder, 'reference' | 'amountCents'>;
export type RefundPlace = Pick<RefundOrder, 'endToEndId' | 'reference' | 'amountCents'>;

/** The directory's answer about a key. `refused`: the key exists, but its owner may not be paid. */
export type KeyLookup =
  | { kind: 'found'; recipient: Recipient }
  | { kind: 'not_found' }
  | { kind: 'refused'; code: RejectName }
  | ({ kind: 'unknown' } & Faulty & Undocumented);

/**
 * The network's answer about the charge of a dynamic QR code. A charge without an amount lets the payer decide the
 * amount. `not_payable`: expired, removed, already paid, not signed by its issuer, or unknown.
 */
export type ChargeLookup =
  | { kind: 'payable'; pixKey: string; amountCents?: Cents; txid: string }
  | { kind: 'not_payable' }
  | { kind: 'unknown' };

/**
 * A dynamic QR code. `text`: the whole code. `url`: from the code, without a scheme. The URL is not trusted: an adapter
 * must only call known issuers.
 */
export type DynamicCode = { url: string; text: string };

export type PixNetwork = {
  /**
   * The name of our account at the PSP for payouts (psp-list.ts). A reference is sent to only one such account, and only
   * answers of that account are evidence.
   */
  readonly payoutsAt: string;
  /** The name of our account at the PSP for refunds. */
  readonly refundsAt: string;
  /**
   * Returns the parts of an account of the list of PSPs, whether it is used for new payments or not. A payment or refund
   * is completed where it was sent.
   */
  readonly at?: (place: string) => PartsAt | undefined;
  /**
   * Whether a payment of a dynamic QR code always has the amount of its order. If not, it has the amount of the charge
   * when the network reads the charge. Then a setting decides whether dynamic codes are paid
   * (lib/cashout/dynamic-code.ts).
   */
  readonly bindsCodeAmount: boolean;
  /**
   * Whether the network surely pays only once if a payment is sent again under the same reference. If so, a payment is
   * sent again even while the network does not say whether it exists. If not, it is sent again only after the network
   * says that it does not exist.
   */
  readonly repeatsPayOnce: boolean;
  /**
   * Returns whether the network itself compares the tax id of the key's owner with `legalId`, and rejects the payment
   * with BE01 if they differ. Asked only if the network did not report the owner before the payment.
   */
  checksOwner(legalId: string): boolean;
  resolveBrCode(code: DynamicCode): Promise<ChargeLookup>;
  resolveKey(key: string): Promise<KeyLookup>;
  /** Absent if the network does not limit look-ups of keys, or looks up keys only to pay. */
  readonly keyBucket?: KeyBucket;
  sendPayment(order: PaymentOrder): Promise<PaymentOutcome>;
  findPayment(payment: PaymentPlace): Promise<PaymentLookup>;
  requestRefund(order: RefundOrder): Promise<RefundOutcome>;
  findRefund(order: RefundPlace): Promise<RefundLookup>;
};

/** The parts of one account. `defence`: sends a defence about a report (MED), if the PSP has such a call. */
export type PartsAt = {
  payouts?: Payouts;
  refunds?: Refunds;
  defence?: SendDefence;
  recoveries?: Recoveries;
};
/** The parts of the port for payouts and for refunds, which may have different adapters. */
export type Payouts = Omit<PixNetwork, keyof Refunds | 'payoutsAt' | 'refundsAt' | 'at'>;
export type Refunds = Pick<PixNetwork, 'requestRefund' | 'findRefund'>;
export type Rails = Payouts & Refunds;
/**
 * Age in milliseconds at which a payment or refund at a place that the settings do not name needs a person. Before, a
 * version with other settings may still complete it: during a deployment, or before a rollback.
 */
export const unnamedPlaceMs = 3_600_000;

/** Returns the part for payouts of a place, or undefined if the settings do not name the place. */
export const payoutsOf = (network: PixNetwork, place: string): Payouts | undefined =>
  place === network.payoutsAt ? network : network.at?.(place)?.payouts;
/** Returns the part for refunds of a place, or undefined if the settings do not name the place. */
export const refundsOf = (network: PixNetwork, place: string): Refunds | undefined =>
  place === network.refundsAt ? network : network.at?.(place)?.refunds;
