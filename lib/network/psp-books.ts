// The port to a PSP's books: what it says that it has sent, received, given back and charged, as lists, one by one, and
// as the statement of a day. Asked by whoever compares them with ours; nothing here moves money.

import type { Cents } from '../base/money.ts';
import type { Range } from './inbox.ts';
import type { State } from './psp-words.ts';

/** Money that goes back: of a payment that came in, or of one that was sent. */
export type BookedReturn = {
  /** The network's id of it (D…). */
  returnId: string;
  /** Of whoever asked for it: ours, if it was us. */
  reference?: string;
  amountCents: Cents;
  state: State;
  /** ISO, UTC. */
  at: string;
};

export type SentPayment = {
  /** Of whoever had it sent: ours, if it was us. */
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

/** `sent undone`: the PSP has put the money of a payment back that was not made. `transfer`: the owner's own money. */
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
  /** The PSP's own word for it. */
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
  /** Why it cannot be taken for the whole day, if it cannot. */
  faults: string[];
};

/** `again`: it will never be ready under that name. */
type StatementLookup = { kind: 'ready'; statement: Statement } | { kind: 'pending' } | { kind: 'again' };

/** `faults`: why it may not be all. */
export type Listed<Item> = { items: Item[]; faults: string[] };

export type PspBooks = {
  /** Payments by the time of their order, in any state. */
  listSent(range: Range): Promise<Listed<SentPayment>>;
  listReceived(range: Range): Promise<Listed<ReceivedPayment>>;
  /** Undefined when the PSP knows of none; throws without a clear answer. */
  findSent(place: { reference: string } | { endToEndId: string }): Promise<SentPayment | undefined>;
  findReceived(endToEndId: string): Promise<ReceivedPayment | undefined>;
  /** Orders the statement of a day (YYYY-MM-DD) that is over. @returns its name */
  orderStatement(day: string): Promise<string>;
  readStatement(name: string, day: string): Promise<StatementLookup>;
  /** Now; `blockedCents` of it cannot be used. */
  balance(): Promise<{ balanceCents: number; blockedCents: number }>;
};
