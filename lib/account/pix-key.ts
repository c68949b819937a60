// PIX keys: the type is recognised by format, and the key is normalised to the directory's form (spec: PIX key
// formats). The formats do not overlap, so eleven digits with a wrong CPF check are never read as a phone number.

import { isAlphanumericCnpj, isCnpj, isCpf } from '../base/tax-id.ts';
import { isUuid4 } from '../base/uuid.ts';

type PixKeyType = 'CPF' | 'CNPJ' | 'PHONE' | 'EMAIL' | 'EVP';
export type PixKey = { type: PixKeyType; value: string };

const lengthMax = 77;
/** The characters that the Central Bank's directory allows: no `%`. */
const emailName = /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*$/;
const emailDomain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// Ten digits after +55 are a landline, eleven a mobile.
const phoneOfBrazil = /^\+55[1-9]\d{9,10}$/;
const phoneElsewhere = /^\+(?!55)[1-9]\d{7,14}$/;

/**
 * The key with its type, e-mail and UUID in lower case; undefined if it is none of the five types.
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
  // Only ASCII letters are changed. Some other characters have an ASCII lower case, for example the Kelvin sign (k).
  const value = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const at = value.indexOf('@');
  const isEmail = emailName.test(value.slice(0, at)) && emailDomain.test(value.slice(at + 1));
  return isEmail ? { type: 'EMAIL', value } : undefined;
}
