// The words of the ledger. For every account, as of its sequence: available + held = sum of its entries, held is never
// below zero, and available only by returns that were imposed from outside: nothing else takes it there, or further down.

import type { Cents } from '../base/money.ts';
import type { Cursor } from '../base/page.ts';

/** Spec: Statement item. The tax types are defined by the contract but not produced while fees are zero. */
export type EntryType =
  | 'PIX_CASHIN'
  | 'PIX_CASHOUT'
  | 'PIX_CASHIN_TAX'
  | 'PIX_CASHOUT_TAX'
  | 'PIX_CASHOUT_TAX_MED'
  | 'PIX_CHARGEBACK'
  | 'PIX_CHARGEBACK_REFUND'
  | 'PIX_CASHOUT_REFUND'
  | 'PIX_CREDIT_IN_ACCOUNT';

/** What a posting says; the ledger adds sequence, time and balance. */
export type EntryDraft = {
  type: EntryType;
  direction: 'CREDIT' | 'DEBIT';
  amountCents: Cents;
  /** End-to-end id of the payment, or of its return. */
  identification?: string;
  codeTransaction?: string;
  transactionId?: number;
  qrCodeId?: number;
  tag?: string;
  /** Has happened outside, and was not asked for: a debit that needed no funds. */
  imposed?: true;
};

/**
 * A statement entry as an event tells of it. Each entry is told by one event of its account, and `code` is its number
 * there. Rows written before events told of movements know no number.
 */
export type Movement = Pick<EntryDraft, 'direction' | 'type' | 'amountCents'> & { code?: number | undefined };

export type Entry = EntryDraft & {
  /** Gapless per account, from 1: the statement's `code` and `cursor_id`. */
  seq: number;
  /** ISO, UTC; never earlier than the entry before. */
  time: string;
  /** Posted balance after this entry. */
  balanceCents: Cents;
};

/** An entry's place in the statement: its sequence is the contract's `code` and `cursor_id`. */
export function entryCursor(entry: Entry): Cursor {
  return { id: entry.seq, at: entry.time };
}
