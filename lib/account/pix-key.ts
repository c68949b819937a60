// Recognises the type of a PIX key by its format and normalises the key to the form of the directory (spec: PIX key
// formats). The formats do not overlap, so eleven digits with wrong check digits of a CPF are never read as a phone
// number.

import { isAlphanumericCnpj, isCnpj, isCpf } from '../base/tax-id.ts';
import { isUuid4 } from '../base/uuid.ts';

type PixKeyType = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';
export type PixKey = { type: PixKeyType; value: string };

const lengthMax = 77;
/**
 * Matches the characters that the Central Bank's directory allows before the @ of an e-mail key. `%` is not allowed.
 */
const emailName = /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*$/;
const emailDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// Numbers have ten digits after +55 for landlines and eleven for mobile phones.
const phoneOfBrazil = /^\+55[1-9]\d{9,10}$/;
const phoneElsewhere = /^\+(?!55)[1-9]\d{7,14}$/;

/**
 * Returns the key with its type; an e-mail or UUID is converted to lower case. Returns undefined if the text is none of
 * the five types.
 * @param cnpjLetters whether a CNPJ may contain letters
 */
export function parsePixKey(text: string, cnpjLetters = false): PixKey | undefined {
  if (text.length > lengthMax) return undefined;
  if (text.includes('@')) return parseEmail(text);
  if (text.startsWith('+')) return isPhone(text) ? { type: 'PHONE', value: text } : undefined;
  if (isUuid4(text)) return { type: 'EVP', value: text.toLowerCase() };
  if (isCpf(text)) return { type: 'CPF', value: text };
  if (isCnpj(text) || (cnpjLetters && isAlphanumericCnpj(text))) return { type: 'CNPJ', value: text };
  return undefined;
}

function isPhone(text: string): boolean {
  return phoneOfBrazil.test(text) || phoneElsewhere.test(text);
}

function parseEmail(text: string): PixKey | undefined {
  // Only ASCII letters are converted, because some other characters have an ASCII lower case, such as the Kelvin sign
  // (k).
  const value = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const at = value.indexOf('@');
  const isEmail = emailName.test(value.slice(0, at)) && emailDomain.test(value.slice(at + 1));
  return isEmail ? { type: 'EMAIL', value } : undefined;
}
