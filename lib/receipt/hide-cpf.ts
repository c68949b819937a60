// Hides CPFs in the name of a party in any form: with blanks or other characters between the digits, and with digits of
// any script.

import { isCpf, maskTaxId } from '../base/tax-id.ts';

/** A character of a name, with the digits for which it stands: usually one digit, none for a letter. */
type Sign = { text: string; digits: string };
type Span = { from: number; to: number; number: string };

const cpfLength = 11;
const usualForm = /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/;

/**
 * Hides all CPFs in a name.
 * @param legalId the party's own CPF or CNPJ, masked or whole; its number is hidden even if other digits are next to it
 */
export function hideCpf(name: string, legalId = ''): string {
  const known = legalId.replace(/[^\d*]/g, '');
  const own = new RegExp(`^${known.length === cpfLength ? known.replaceAll('*', '.') : '(?!)'}$`);
  const withoutOwn = hideSpans(signsOf(name), ({ number }) => own.test(number));
  return textOf(hideSpans(withoutOwn, (span, signs) => isCpfByItself(span, signs)));
}

/** Returns whether the punctuation or the check digits show that a number is a CPF and no other number. */
function isCpfByItself({ from, to, number }: Span, signs: readonly Sign[]): boolean {
  const hasDigitBeside = Boolean(signs[from - 1]?.digits || signs[to]?.digits);
  return !hasDigitBeside && (isCpf(number) || usualForm.test(textOf(signs.slice(from, to))));
}

function hideSpans(
  signs: readonly Sign[],
  isToHide: (span: Span, signs: readonly Sign[]) => boolean,
): readonly Sign[] {
  for (const [from, { digits }] of signs.entries()) {
    const span = digits ? spanFrom(signs, from) : undefined;
    if (!span || !isToHide(span, signs)) continue;
    const mask = { text: maskTaxId(span.number), digits: '' };
    return [...signs.slice(0, from), mask, ...hideSpans(signs.slice(span.to), isToHide)];
  }
  return signs;
}

/** Returns the eleven digits from this position on, if there is no letter between them. */
function spanFrom(signs: readonly Sign[], from: number): Span | undefined {
  let number = '';
  for (let to = from; to < signs.length; to++) {
    const { text, digits } = signs[to] as Sign;
    if (!digits && isLetter(text)) return undefined;
    number += digits;
    if (number.length === cpfLength) return { from, to: to + 1, number };
  }
  return undefined;
}

/**
 * Returns whether a character is a letter. Unicode counts ordinal signs and modifiers as letters, but here they are
 * separators.
 */
const isLetter = (sign: string) => /[^\P{L}\p{Lm}ºª]/u.test(sign);

const signsOf = (name: string): Sign[] => [...name].map((text) => ({ text, digits: digitsOf(text) }));
const textOf = (signs: readonly Sign[]) => signs.map(({ text }) => text).join('');

/** The first character of each series of circled digits that Unicode does not convert to plain digits: ❶, ➀, ➊, ⓵. */
const circledOnes = [0x2776, 0x2780, 0x278a, 0x24f5];

/**
 * Returns the digits for which a character stands. Unicode normalisation converts full-width, superscript and circled
 * digits, but not the digits of other scripts.
 */
function digitsOf(sign: string): string {
  const place = sign.codePointAt(0) ?? 0;
  const ones = circledOnes.find((one) => place >= one && place < one + 9);
  if (ones !== undefined) return String(place - ones + 1);
  const plain = sign.normalize('NFKC').replace(/[^\p{Nd}]/gu, '');
  return [...plain].map((digit) => String(digitValue(digit))).join('');
}

/** Returns the value of a digit of any script. The digits of a script are consecutive, starting with its zero. */
function digitValue(digit: string): number {
  const place = digit.codePointAt(0) ?? 0;
  let zero = place;
  while (place - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return place - zero;
}
