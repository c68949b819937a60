// Defines what the files of a statement share: formats, a file's head, and the writer of a format.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Entry, ShownEntry } from '../ledger/entry.ts';

export const fileForms = ['csv', 'ofx', 'camt.053'] as const;
export type FileForm = (typeof fileForms)[number];

/** Languages whose conventions spreadsheets use to read CSV. The other formats do not depend on the language. */
export const locales = ['en', 'pt-BR'] as const;
export type Locale = (typeof locales)[number];

export type FileHead = {
  /** Id of the file, at most 35 characters. Formats with a field for the id of a message contain this id. */
  id: string;
  account: AccountRef;
  /** The ISPB of this institution, eight digits. */
  ispb: string;
  /** The three-digit bank code of this institution, if it has one. */
  bankCode: string | undefined;
  /** Start and end of the range, both inclusive, and the time at which the file is created (ISO, UTC). */
  start: string;
  end: string;
  madeAt: string;
  /** The balance before the first entry. */
  openingCents: Cents;
  closingCents: Cents;
  /** Whether the range has more entries than the file: before its first entry, or after its last. */
  isPart: boolean;
};

/** Writes a file in pieces: `begin`, any number of `entries` (oldest first), `end`. Pure: no calls. */
export type FileWriter = {
  contentType: string;
  /** The extension of the file's name, without the dot. */
  extension: string;
  begin(head: FileHead): string;
  entries(entries: readonly ShownEntry[]): string;
  end(head: FileHead): string;
};

/** Returns what an entry adds to the balance: negative for a debit. */
export function movedCents({ direction, amountCents }: Entry): Cents {
  return (direction === 'CREDIT' ? amountCents : -amountCents) as Cents;
}
