// The types of the ledger. For every account, at every sequence: available + held = sum of its entries. Held is never
// below zero. Only imposed returns may lower `available` below zero.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Cursor } from '../base/page.ts';

/** Spec: Statement item. The contract defines the tax types; they are not used while fees are zero. */
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
  /** End-to-end id of the payment or of its return. */
  identification?: string;
  codeTransaction?: string;
  transactionId?: number;
  qrCodeId?: number;
  tag?: string;
  /** End-to-end id of the returned payment. */
  returnOf?: string;
  /** The other account, if it is in this institution. It belongs to another customer, so no answer shows it. */
  otherAccount?: AccountRef;
  /** A debit that already happened in the network without our request. It needs no funds. */
  imposed?: true;
};

/**
 * A statement entry in an event. Each entry is in one event of its account. `code`: its number in the statement; absent
 * in older rows.
 */
export type Movement = Pick<EntryDraft, 'direction' | 'type' | 'amountCents'> & { code?: number | undefined };

export type Entry = EntryDraft & {
  /** Numbers per account from 1, without gaps. The statement shows it as `code` and `cursor_id`. */
  seq: number;
  /** ISO, UTC; never earlier than the previous entry's. */
  time: string;
  /** Posted balance after this entry. */
  balanceCents: Cents;
};

/** The fields of a return's entry that name the receiver of the money. */
export const givenBackTo = (payer: { account?: AccountRef | undefined }, endToEndId: string) =>
  payer.account ? { otherAccount: payer.account } : { returnOf: endToEndId };

/** The payee or payer of an entry. `legal_id`: a CPF with six of its eleven digits shown, or a CNPJ. */
export type Party = {
  name: string | null;
  legal_id: string | null;
  ispb: string | null;
  institution: string | null;
};

/** An entry as shown. `counterparty`: absent for a fee, and if unknown. */
export type ShownEntry = Entry & { counterparty?: Party };

/** An entry's position in the statement. Its sequence is the contract's `code` and `cursor_id`. */
export function entryCursor(entry: Entry): Cursor {
  return { id: entry.seq, at: entry.time };
}

/** Numbers that no entry has: after and before all entries of an instant, newest first. */
export const beside = { next: 0, previous: Number.MAX_SAFE_INTEGER };
