// CPFs in the name of a party, hidden however they are written: with blanks or any signs between the digits, and with digits
// of any script.

import { isCpf, maskTaxId } from '../base/tax-id.ts';

/** The character of a name, and the digits that it stands for: one as a rule, none for a letter. */
type Sign = { text: string; digits: string };
type Span = { from: number; to: number; number: string };

const cpfLength = 11;
const usualForm = /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/;

/** @param legalId the party's own document, masked or whole: its number is hidden also with other digits right beside it */
export function hideCpf(name: string, legalId = ''): string {
  const known = legalId.replace(/[^\d*]/g, '');
  const own = new RegExp(`^${known.length === cpfLength ? known.replaceAll('*', '.') : '(?!)'}$`);
  const withoutOwn = hideSpans(signsOf(name), ({ number }) => own.test(number));
  return textOf(hideSpans(withoutOwn, (span, signs) => isCpfByItself(span, signs)));
}

/** Its form or its check digits tell a CPF from another number. */
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

/** Eleven digits from here on, with no letter between them. */
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

/** Ordinal signs and modifiers are letters to Unicode, and stand between digits like any other sign. */
const isLetter = (sign: string) => /[^\P{L}\p{Lm}ºª]/u.test(sign);

const signsOf = (name: string): Sign[] => [...name].map((text) => ({ text, digits: digitsOf(text) }));
const textOf = (signs: readonly Sign[]) => signs.map(({ text }) => text).join('');

/** Where circled digits begin that Unicode makes no plain digits of: ❶, ➀, ➊, ⓵. */
const circledOnes = [0x2776, 0x2780, 0x278a, 0x24f5];

/** Unicode makes plain digits of full-width, raised and circled ones, but not of those of other scripts. */
function digitsOf(sign: string): string {
  const place = sign.codePointAt(0) ?? 0;
  const ones = circledOnes.find((one) => place >= one && place < one + 9);
  if (ones !== undefined) return String(place - ones + 1);
  const plain = sign.normalize('NFKC').replace(/[^\p{Nd}]/gu, '');
  return [...plain].map((digit) => String(digitValue(digit))).join('');
}

/** The digits of a script follow each other, from its zero on. */
function digitValue(digit: string): number {
  const place = digit.codePointAt(0) ?? 0;
  let zero = place;
  while (place - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero--;
  return place - zero;
}
