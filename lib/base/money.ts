// Money is integer cents inside the service and a decimal number in the API (spec: Limits). Decimal text is converted
// digit by digit, because multiplying a float by 100 loses cents (35.41 * 100 is not 3541).

export type Cents = number & { readonly unit: 'cents' };

/** The largest amount: ten digits before the decimal point, as the Central Bank's Pix API allows. */
export const amountMaxCents = cents(999_999_999_999);

const decimal = /^(0|[1-9]\d{0,9})(?:\.(\d{1,2}))?$/;

/**
 * Marks a number as cents.
 * @throws TypeError if the value is not a safe integer, which is a bug in the caller
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new TypeError('cents must be a whole number');
  return value as Cents;
}

/**
 * Converts decimal text ("100", "50.5", "50.50") to cents. Returns undefined for anything else: an exponent, a sign,
 * more than two decimals, leading zeros, spaces, zero, or more than ten digits before the decimal point.
 */
export function parseAmount(text: string): Cents | undefined {
  const match = decimal.exec(text);
  if (!match) return undefined;
  const value = cents(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')));
  return value > 0 ? value : undefined;
}

/** The largest exponent that is read. No program writes an amount with a larger one. */
const exponentMost = 20;

/** The most characters that are read. Without this limit, 60,000 zeros would take seconds. */
const charactersMost = 60;

/**
 * Writes a JSON number without an exponent and without zeros at its end: 1e2 and 100.000 as 100. The value stays
 * exactly the same. Any other text, and a number of more than 60 characters, is returned unchanged.
 */
export function withoutExponent(text: string): string {
  if (text.length > charactersMost) return text;
  const [, whole = '', part = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const shift = Number(exponent);
  if (!whole || Math.abs(shift) > exponentMost) return text;
  const digits = `${'0'.repeat(exponentMost)}${whole}${part}${'0'.repeat(exponentMost)}`;
  const point = exponentMost + whole.length + shift;
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const after = digits.slice(point).replace(/0+$/, '');
  return after ? `${before}.${after}` : before;
}

/** Converts cents to text with two decimals, as the network writes amounts: 5050 to "50.50", -5 to "-0.05". */
export function toDecimalText(value: Cents): string {
  const digits = String(Math.abs(value)).padStart(3, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts cents to the JSON number of the API contract: 5050 to 50.5. */
export function toDecimal(value: Cents): number {
  return Number(`${value}e-2`);
}
