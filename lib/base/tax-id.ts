// Checks and masks tax ids: CPF (people) and CNPJ (companies). Only digits are accepted, as the contract requires. With
// `cnpjLetters`, CNPJs with letters, which are issued since July 2026, are accepted too.

const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Returns whether a text is eleven digits with valid check digits. Eleven equal digits are refused, although their
 * check digits are valid.
 */
export function isCpf(text: string): boolean {
  return /^\d{11}$/.test(text) && hasCheckDigits(text, cpfWeights);
}

/** Returns whether a text is fourteen digits with valid check digits. */
export function isCnpj(text: string): boolean {
  return /^\d{14}$/.test(text) && hasCheckDigits(text, cnpjWeights);
}

/**
 * Returns whether a text is a CNPJ of the format issued since July 2026. Its first twelve characters may be letters;
 * each counts as its ASCII code minus 48.
 */
export function isAlphanumericCnpj(text: string): boolean {
  return /^[0-9A-Z]{12}\d\d$/.test(text) && hasCheckDigits(text, cnpjWeights);
}

/**
 * Returns whether a text is a CPF or a CNPJ.
 * @param cnpjLetters whether a CNPJ may contain letters
 */
export function isTaxId(text: string, cnpjLetters: boolean): boolean {
  return isCpf(text) || isCnpj(text) || (cnpjLetters && isAlphanumericCnpj(text));
}

/** Compares two tax ids by their letters and digits only: 123.456.789-09 equals 12345678909. */
export function isSameTaxId(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

/** Returns a tax id, or a key, without the signs and blanks that people write into it: 529.982.247-25 as 52998224725. */
export const withoutSigns = (text: string) => text.replace(/[./\s-]/g, '').toUpperCase();

const bare = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

export const isMasked = (text: string): boolean => text.includes('*');

/**
 * Returns whether a tax id has the visible digits of a masked CPF (111.***.***-80). The hidden digits may still
 * differ.
 */
export function agreesWithMask(masked: string, taxId: string): boolean {
  const [shown, whole] = [masked, taxId].map((text) => text.replace(/[^0-9A-Za-z*]/g, '').toUpperCase());
  return (
    shown?.length === whole?.length &&
    [...(shown ?? '')].every((sign, at) => sign === '*' || sign === whole?.[at])
  );
}

/** Hides the first three and the last two digits of a CPF: ***.456.789-**. A CNPJ is public and is not changed. */
export function maskTaxId(text: string): string {
  return /^\d{11}$/.test(text) ? `***.${text.slice(3, 6)}.${text.slice(6, 9)}-**` : text;
}

function hasCheckDigits(text: string, weights: readonly number[]): boolean {
  if (/^(\d)\1*$/.test(text)) return false;
  const body = text.slice(0, -2);
  const first = checkDigit(body, weights.slice(1));
  const second = checkDigit(body + first, weights);
  return text === `${body}${first}${second}`;
}

function checkDigit(digits: string, weights: readonly number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (digits.charCodeAt(index) - 48), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** Adds the two check digits to nine digits, for CPFs of fictitious people in the sandbox. */
export function completeCpf(nineDigits: string): string {
  const first = checkDigit(nineDigits, cpfWeights.slice(1));
  return `${nineDigits}${first}${checkDigit(nineDigits + first, cpfWeights)}`;
}
