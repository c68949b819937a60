// Defines the types of the ledger. After every posting to an account, available + held = sum of its entries. Held is
// never below zero. Only imposed returns may lower `available` below zero.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Cursor } from '../base/page.ts';

/**
 * The kinds of entries (spec: Statement item). The tax types are only used in stages where accounts bear the PSP's
 * fees.
 */
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

/** An entry before it is posted. The ledger adds its number, time and balance. */
export type EntryDraft = {
  type: EntryType;
  direction: 'CREDIT' | 'DEBIT';
  amountCents: Cents;
  /** End-to-end id of the payment, or of the return if the entry is a return. */
  identification?: string;
  codeTransaction?: string;
  transactionId?: number;
  qrCodeId?: number;
  tag?: string;
  /** End-to-end id of the returned payment. */
  returnOf?: string;
  /** The other account, if it is in this institution. No answer shows it, because it belongs to another customer. */
  otherAccount?: AccountRef;
  /** Name of our account at the PSP where the money moved; absent in older entries. No answer shows it. */
  place?: string;
  /** Marks a debit that already happened in the network without our request. Such a debit needs no funds. */
  imposed?: true;
};

/**
 * A statement entry as an event shows it. Each entry is in one event of its account. `code`: the entry's number in the
 * statement; absent in older rows.
 */
export type Movement = Pick<EntryDraft, 'direction' | 'type' | 'amountCents'> & { code?: number | undefined };

export type Entry = EntryDraft & {
  /** Number of the entry in its account: from 1, without gaps. The statement shows it as `code` and `cursor_id`. */
  seq: number;
  /** Time of posting (ISO, UTC); never earlier than the time of the previous entry. */
  time: string;
  /** Posted balance of the account after this entry. */
  balanceCents: Cents;
};

/** Returns the fields of a return's entry that name the receiver of the returned money. */
export const givenBackTo = (payer: { account?: AccountRef | undefined }, endToEndId: string) =>
  payer.account ? { otherAccount: payer.account } : { returnOf: endToEndId };

/** The payee or payer of an entry. `legal_id`: a CPF with six of its eleven digits visible, or a CNPJ. */
export type Party = {
  name: string | null;
  legal_id: string | null;
  ispb: string | null;
  institution: string | null;
};

/** An entry as the statement shows it. `counterparty`: absent for a fee, and if it is unknown. */
export type ShownEntry = Entry & { counterparty?: Party };

/** Returns an entry's position in the statement. The entry's number is the contract's `code` and `cursor_id`. */
export function entryCursor(entry: Entry): Cursor {
  return { id: entry.seq, at: entry.time };
}

/**
 * Numbers that no entry can have. Entries are listed newest first. In a cursor, `next` is the position after all entries
 * of an instant, and `previous` the position before them.
 */
export const beside = { next: 0, previous: Number.MAX_SAFE_INTEGER };
