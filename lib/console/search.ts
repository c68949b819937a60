// Interprets the text in the search box of the payments.

import { type NameOfOne, readName } from '../cashout/name-of-one.ts';

type Filter = 'key' | 'recipient_legal_id' | 'recipient_name';
export type Search = {
  /** Present if the text may be the id or a code of one payment. */
  one?: NameOfOne | { id: number };
  /** A filter for the list of payments, by the name that the filter has in the list. */
  filter: Partial<Record<Filter, string>>;
};

/** A CPF or CNPJ, with or without punctuation. */
const legalId =
  /^(?:\d{3}\.?\d{3}\.?\d{3}-?\d\d|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d\d)$/;
const key = /@|^\+\d|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the text. Eleven or fourteen digits may be a payment's id or a CPF or CNPJ, so both are searched. */
export function readSearch(given: string): Search {
  const text = given.trim();
  const one = readName(text);
  const name = one ? { one } : {};
  if (legalId.test(text)) return { ...name, filter: { recipient_legal_id: text.replace(/[./-]/g, '') } };
  if (one) return { one, filter: {} };
  return { filter: key.test(text) ? { key: text } : { recipient_name: text } };
}
