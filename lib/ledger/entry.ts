// The types of the ledger. For every account, at every sequence: available + held = sum of its entries. Held
// is never below zero. Only imposed returns take available below zero, or further down.

import type { AccountRef } from '../base/account-ref.ts';
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

/** An entry before it is posted; the ledger adds sequence, time and balance. */
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
  /** End-to-end id of the payment that a return gives back. */
  returnOf?: string;
  /** The other account, if it is of this institution. It is another customer's: no answer shows it. */
  otherAccount?: AccountRef;
  /** A debit that has happened in the network and was not asked for: it needs no funds. */
  imposed?: true;
};

/**
 * A statement entry as an event has it. Each entry is in one event of its account; `code` is its number in
 * the statement. Older rows have no number.
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

/** How the entry of a return tells whom the money goes back to. */
export const givenBackTo = (payer: { account?: AccountRef | undefined }, endToEndId: string) =>
  payer.account ? { otherAccount: payer.account } : { returnOf: endToEndId };

/** Whom an entry paid, or who paid it. `legal_id`: a CPF with six digits of eleven, or a CNPJ. */
export type Party = {
  name: string | null;
  legal_id: string | null;
  ispb: string | null;
  institution: string | null;
};

/** An entry as it is shown. `counterparty`: absent for a fee, and where nobody knows it. */
export type ShownEntry = Entry & { counterparty?: Party };

/** An entry's place in the statement: its sequence is the contract's `code` and `cursor_id`. */
export function entryCursor(entry: Entry): Cursor {
  return { id: entry.seq, at: entry.time };
}

/** Numbers that no entry has: the places after and before all entries of an instant, newest first. */
export const beside = { next: 0, previous: Number.MAX_SAFE_INTEGER };
