// Interprets the text in the search box of the payments.

import { parseAmount } from '../base/money.ts';
import { readAmount } from '../base/read-amount.ts';
import { withoutSigns } from '../base/tax-id.ts';
import { type NameOfOne, readName } from '../cashout/name-of-one.ts';
import type { CashoutFilter } from '../cashout-list/cashout-filter.ts';

type Filter = 'key' | 'recipient_legal_id';
export type Search = {
  /** Present if the text may be the id or a code of one payment. */
  one?: NameOfOne | { id: number };
  /** A filter for the list of payments, by the name that the filter has in the list. */
  filter?: Partial<Record<Filter, string>>;
  /** A part of the payee's name or of the reference, or the amount. */
  anything?: CashoutFilter['anything'];
};

/** A CPF or CNPJ, with or without punctuation. */
const legalId =
  /^(?:\d{3}\.?\d{3}\.?\d{3}-?\d\d|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d\d)$/;
/** Maximum number of characters of an amount. A longer number is an id. */
const amountMost = 12;
const key = /@|^\+\d|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Reads the text. Eleven or fourteen digits may be a payment's id or a CPF or CNPJ, and few digits may be an id, an
 * amount or a part of a reference, so all of them are searched.
 */
export function readSearch(given: string): Search {
  const text = given.trim().replace(/^#(?=\d+$)/, '');
  const one = readName(text);
  const name = one ? { one } : {};
  if (legalId.test(text)) return { ...name, filter: { recipient_legal_id: withoutSigns(text) } };
  if (key.test(text)) return { filter: { key: text } };
  if (one && text.length > amountMost) return { one };
  const amount = readAmount(text);
  return { ...name, anything: { text, amountCents: amount === undefined ? undefined : parseAmount(amount) } };
}
