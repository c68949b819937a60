// Common types of the files of a statement: formats, a file's head, and the writer of a format.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Entry, ShownEntry } from '../ledger/entry.ts';

export const fileForms = ['csv', 'ofx', 'camt.053'] as const;
export type FileForm = (typeof fileForms)[number];

/** Conventions for spreadsheets that read CSV. The other formats do not depend on the locale. */
export const locales = ['en', 'pt-BR'] as const;
export type Locale = (typeof locales)[number];

export type FileHead = {
  /** At most 35 characters: the message's own id in formats that have one. */
  id: string;
  account: AccountRef;
  /** The eight digits of this institution. */
  ispb: string;
  /** Its three-digit code among banks, if it has one. */
  bankCode: string | undefined;
  /** The range, both ends inclusive, and the time of creation of the file (ISO, UTC). */
  start: string;
  end: string;
  madeAt: string;
  /** The balance before the first entry. */
  openingCents: Cents;
  closingCents: Cents;
  /** The range has more entries than the file: before its first, or after its last. */
  isPart: boolean;
};

/** Writes a file in pieces: `begin`, any number of `entries` (oldest first), `end`. Pure. */
export type FileWriter = {
  contentType: string;
  /** The extension of a file's name, without the dot. */
  extension: string;
  begin(head: FileHead): string;
  entries(entries: readonly ShownEntry[]): string;
  end(head: FileHead): string;
};

/** What an entry adds to the balance: negative for a debit. */
export function movedCents({ direction, amountCents }: Entry): Cents {
  return (direction === 'CREDIT' ? amountCents : -amountCents) as Cents;
}
