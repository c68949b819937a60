// Reads a PIX key as people write it: a CPF or CNPJ with points, a phone number without the country.

import { withoutSigns } from '../base/tax-id.ts';
import { parsePixKey } from './pix-key.ts';

/** A phone number of Brazil that cannot be meant as a CPF. */
const written = /^(\+?55\s?)?(\(\d{2}\)\s?|\d{2}\s)9?\d{4}[\s-]?\d{4}$/;
const withCountry = /^55[1-9]\d9?\d{8}$/;

/**
 * Returns the key in the form of the directory; a text that is no key is returned as it is. Eleven digits alone are never
 * a phone number, because they may be a mistyped CPF.
 */
export function readKey(text: string, cnpjLetters: boolean): string {
  const isKey = (key: string) => parsePixKey(key, cnpjLetters) !== undefined;
  if (isKey(text)) return text;
  if (written.test(text)) return `+55${text.replace(/\D/g, '').replace(/^55(?=\d{10})/, '')}`;
  const plain = withoutSigns(text);
  if (isKey(plain)) return plain;
  return withCountry.test(plain) ? `+${plain}` : text;
}
