// The port to a PSP's books: payments sent and received, returns and fees, as lists, one by one, and as the
// statement of a day. They are compared with ours; nothing here moves money.

import type { Cents } from '../base/money.ts';
import type { Range } from './inbox.ts';
import type { State } from './psp-words.ts';

/** A return of a received or a sent payment. */
export type BookedReturn = {
  /** The network's id of it (D…). */
  returnId: string;
  /** The requester's reference; ours if we asked for it. */
  reference?: string;
  amountCents: Cents;
  state: State;
  /** ISO, UTC. */
  at: string;
};

export type SentPayment = {
  /** The sender's reference; ours if we sent it. */
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
  /** The key that was paid. */
  pixKey?: string;
  returns: BookedReturn[];
};

/** `sent undone`: the PSP put back the money of a payment not made. `transfer`: the owner's own money. */
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

/** One movement of the PSP's account. */
export type StatementLine = {
  kind: LineKind;
  /** The PSP's record type. */
  word: string;
  /** The PSP's own number of the movement. */
  protocol: string;
  amountCents: Cents;
  at: string;
  endToEndId?: string;
  reference?: string;
  returnId?: string;
};

/** A day of the PSP's account. Balances may be below zero. */
export type Statement = {
  openingCents?: number;
  closingCents?: number;
  lines: StatementLine[];
  /** Why the statement may not be the whole day's; empty if it is. */
  faults: string[];
};

/** `again`: it will never be ready under that name; a new one must be ordered. */
type StatementLookup = { kind: 'ready'; statement: Statement } | { kind: 'pending' } | { kind: 'again' };

/** `faults`: why the list may be incomplete. */
export type Listed<Item> = { items: Item[]; faults: string[] };

export type PspBooks = {
  /** Payments sent, by the time of their order, in any state. */
  listSent(range: Range): Promise<Listed<SentPayment>>;
  listReceived(range: Range): Promise<Listed<ReceivedPayment>>;
  /** Undefined when the PSP has none; throws without a clear answer. */
  findSent(place: { reference: string } | { endToEndId: string }): Promise<SentPayment | undefined>;
  findReceived(endToEndId: string): Promise<ReceivedPayment | undefined>;
  /** Orders the statement of a day (YYYY-MM-DD) that is over. @returns its name */
  orderStatement(day: string): Promise<string>;
  readStatement(name: string, day: string): Promise<StatementLookup>;
  /** The balance now; `blockedCents` of it cannot be used. */
  balance(): Promise<{ balanceCents: number; blockedCents: number }>;
};

/** The part of the PSP that gives back. */
export type RefundBooks = Pick<PspBooks, 'listReceived' | 'findReceived'>;
/** The part of the PSP that pays. */
export type PayoutBooks = Omit<PspBooks, keyof RefundBooks>;
