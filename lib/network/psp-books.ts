// Defines the port to a PSP's books: sent and received payments, returns and fees, as lists, one by one, and as the
// statement of a day. They are compared with our books. Nothing here moves money.

import type { Cents } from '../base/money.ts';
import type { ReadBalance } from './balance.ts';
import type { Range } from './inbox.ts';
import type { State } from './psp-words.ts';

/** A return of a received or a sent payment. */
export type BookedReturn = {
  /** The network's id of the return (D…). */
  returnId: string;
  /** The reference of the institution that requested the return. It is ours if we requested the return. */
  reference?: string;
  amountCents: Cents;
  state: State;
  /** Time of the return (ISO, UTC). */
  at: string;
};

export type SentPayment = {
  /** The sender's reference. It is ours if we sent the payment. */
  reference?: string;
  endToEndId: string;
  amountCents: Cents;
  state: State;
  at: string;
  returns: BookedReturn[];
};

export type ReceivedPayment = {
  endToEndId: string;
  amountCents: Cents;
  at: string;
  /** The PIX key that was paid. */
  pixKey?: string;
  returns: BookedReturn[];
};

/**
 * The kinds of lines. `sent undone`: the PSP returned the money of a payment that was not made. `transfer`: the owner
 * of the account moved its own money.
 */
export type LineKind =
  | 'sent'
  | 'sent undone'
  | 'received'
  | 'return sent'
  | 'return received'
  | 'fee'
  | 'fee undone'
  | 'transfer in'
  | 'transfer out';

/** One movement on the PSP's account. */
export type StatementLine = {
  kind: LineKind;
  /** The PSP's own word for the record type. */
  word: string;
  /** The PSP's own number of the movement. */
  protocol: string;
  amountCents: Cents;
  at: string;
  endToEndId?: string;
  reference?: string;
  returnId?: string;
};

/** One day of the PSP's account. The balances may be below zero. */
export type Statement = {
  openingCents?: number;
  closingCents?: number;
  lines: StatementLine[];
  /** Reasons why the statement may be incomplete; empty if it is complete. */
  faults: string[];
};

/**
 * The answer to a look-up of a statement. `again`: the statement will never be ready under that name, so a new one must
 * be ordered.
 */
type StatementLookup = { kind: 'ready'; statement: Statement } | { kind: 'pending' } | { kind: 'again' };

/** A list. `faults`: reasons why the list may be incomplete. */
export type Listed<Item> = { items: Item[]; faults: string[] };

/** The books of a PSP that lists received payments. */
export type RefundBooks = {
  listReceived(range: Range): Promise<Listed<ReceivedPayment>>;
  findReceived(endToEndId: string): Promise<ReceivedPayment | undefined>;
};

/** The books of a PSP that lists sent payments, and makes statements of all movements. */
export type PayoutBooks = {
  /** Lists sent payments in any state, by the time of their order. */
  listSent(range: Range): Promise<Listed<SentPayment>>;
  /** Finds a sent payment. Returns undefined if the PSP does not have it. Throws if the PSP's answer is unclear. */
  findSent(place: { reference: string } | { endToEndId: string }): Promise<SentPayment | undefined>;
  /**
   * Orders the statement of a past day (YYYY-MM-DD).
   * @returns the name of the statement
   */
  orderStatement(day: string): Promise<string>;
  readStatement(name: string, day: string): Promise<StatementLookup>;
};

/**
 * The books of our account at one PSP. Only what the PSP offers can be compared: `received` alone covers received
 * payments and their returns; both parts together cover all movements and the balance.
 */
export type PspBooks = {
  /** Name of our account. */
  place: string;
  balance?: ReadBalance;
} & ({ received: RefundBooks; paid?: PayoutBooks } | { received?: undefined; paid?: undefined });
