// DynamoDB's values in the form of its JSON protocol: {"S": "text"}, {"N": "12.5"}. They are never changed in place.

import { invalid } from './refusal.ts';

export type Value = {
  S?: string;
  N?: string;
  B?: string;
  BOOL?: boolean;
  NULL?: boolean;
  M?: Item;
  L?: readonly Value[];
  SS?: readonly string[];
  NS?: readonly string[];
  BS?: readonly string[];
};
export type Item = { readonly [name: string]: Value };
export type Type = keyof Value & string;

const types = ['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L', 'SS', 'NS', 'BS'] as const;

export const typeOf = (value: Value): Type => {
  for (const type in value) return type as Type;
  throw invalid('Supplied AttributeValue is empty, must contain exactly one of the supported datatypes');
};

/** Returns the elements of a set, or undefined if the value is not a set. */
export const elementsOf = (value: Value): readonly string[] | undefined => value.SS ?? value.NS ?? value.BS;

/**
 * Returns the value with its numbers in DynamoDB's stored form. Refuses values that DynamoDB refuses in any attribute.
 */
function stored(value: Value): Value {
  const type = typeOf(value);
  if (!types.includes(type) || Object.keys(value).length !== 1)
    throw invalid(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    );
  if (type === 'N') return { N: storedNumber(value.N as string) };
  if (type === 'M') return { M: storedItem(value.M as Item) };
  if (type === 'L') return { L: (value.L as Value[]).map(stored) };
  const elements = elementsOf(value);
  if (!elements) return value;
  const kept = type === 'NS' ? elements.map(storedNumber) : elements;
  if (kept.length === 0) throw invalidParameter(`An ${names[type]} set  may not be empty`);
  if (new Set(kept).size < kept.length)
    throw invalidParameter(`Input collection [${kept.join(', ')}] contains duplicates.`);
  return { [type]: kept };
}

const names: Partial<Record<Type, string>> = { SS: 'string', NS: 'number', BS: 'binary' };
const invalidParameter = (why: string) => invalid(`One or more parameter values were invalid: ${why}`);

export const storedItem = (item: Item): Item => {
  const kept: Record<string, Value> = {};
  for (const name in item) kept[name] = stored(item[name] as Value);
  return kept;
};

// A number is a decimal of up to 38 digits, represented by an integer and an exponent.

type Decimal = { digits: bigint; exponent: number };

const plain = /^(0|-?[1-9]\d{0,14})$/;
const number = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

function readNumber(text: string): Decimal {
  const found = number.exec(text);
  const [, sign = '', whole = '', part = '', power = '0'] = found ?? [];
  if (!found || whole + part === '')
    throw invalid(`The parameter cannot be converted to a numeric value: ${text}`);
  const digits = BigInt(`${whole}${part}`);
  return { digits: sign === '-' ? -digits : digits, exponent: Number(power) - part.length };
}

function writeNumber({ digits, exponent }: Decimal): string {
  if (digits === 0n) return '0';
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits);
  const short = all.replace(/0+$/, '');
  const last = exponent + all.length - short.length;
  if (short.length > 38) throw invalid('Attempting to store more than 38 significant digits in a Number');
  const first = last + short.length - 1;
  if (first > 125)
    throw invalid('Number overflow. Attempting to store a number with magnitude larger than supported range');
  if (first < -130)
    throw invalid(
      'Number underflow. Attempting to store a number with magnitude smaller than supported range',
    );
  if (last >= 0) return `${sign}${short}${'0'.repeat(last)}`;
  if (first >= 0) return `${sign}${short.slice(0, first + 1)}.${short.slice(first + 1)}`;
  return `${sign}0.${'0'.repeat(-first - 1)}${short}`;
}

const storedNumber = (text: string): string => (plain.test(text) ? text : writeNumber(readNumber(text)));

const digitsAt = ({ digits, exponent }: Decimal, place: number): bigint =>
  digits * 10n ** BigInt(exponent - place);

export function addNumbers(one: string, other: string, sign: 1 | -1 = 1): string {
  if (plain.test(one) && plain.test(other)) {
    const sum = Number(one) + sign * Number(other);
    if (Number.isSafeInteger(sum)) return String(sum + 0);
  }
  const [left, right] = [readNumber(one), readNumber(other)];
  const place = Math.min(left.exponent, right.exponent);
  return writeNumber({
    digits: digitsAt(left, place) + BigInt(sign) * digitsAt(right, place),
    exponent: place,
  });
}

function compareNumbers(one: string, other: string): number {
  if (plain.test(one) && plain.test(other)) return Number(one) - Number(other);
  const [left, right] = [readNumber(one), readNumber(other)];
  const place = Math.min(left.exponent, right.exponent);
  const difference = digitsAt(left, place) - digitsAt(right, place);
  return difference < 0n ? -1 : Number(difference > 0n);
}

const isAscii = /^[\0-\x7f]*$/;

/** Compares texts by their bytes in UTF-8. */
function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  if (isAscii.test(one) && isAscii.test(other)) return one < other ? -1 : 1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** Compares two texts, numbers or binaries. Returns undefined if the types differ or have no order. */
export function compare(one: Value, other: Value): number | undefined {
  if (one.S !== undefined && other.S !== undefined) return compareTexts(one.S, other.S);
  if (one.N !== undefined && other.N !== undefined) return compareNumbers(one.N, other.N);
  if (one.B !== undefined && other.B !== undefined)
    return Buffer.compare(Buffer.from(one.B, 'base64'), Buffer.from(other.B, 'base64'));
  return undefined;
}

export function isEqual(one: Value, other: Value): boolean {
  const type = typeOf(one);
  if (type !== typeOf(other)) return false;
  if (type === 'M') {
    const [left, right] = [one.M as Item, other.M as Item];
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => right[key] !== undefined && isEqual(left[key] as Value, right[key]))
    );
  }
  if (type === 'L') {
    const [left, right] = [one.L as Value[], other.L as Value[]];
    return left.length === right.length && left.every((value, at) => isEqual(value, right[at] as Value));
  }
  const [left, right] = [elementsOf(one), elementsOf(other)];
  if (left && right) return left.length === right.length && left.every((element) => right.includes(element));
  if (type === 'N') return compareNumbers(one.N as string, other.N as string) === 0;
  return one[type] === other[type];
}

// Item sizes as DynamoDB counts them: names and texts by their bytes in UTF-8, numbers by their digits.

const bytes = (text: string): number => Buffer.byteLength(text);

function numberSize(text: string): number {
  const digits = text
    .replace(/^-/, '')
    .replace('.', '')
    .replace(/^0+|0+$/g, '');
  return Math.ceil(digits.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

export function sizeOf(value: Value): number {
  if (value.S !== undefined) return bytes(value.S);
  if (value.N !== undefined) return numberSize(value.N);
  if (value.B !== undefined) return Buffer.byteLength(value.B, 'base64');
  if (value.M) return 3 + Object.keys(value.M).length + itemSize(value.M);
  if (value.L) return 3 + value.L.reduce((sum, one) => sum + 1 + sizeOf(one), 0);
  if (value.NS) return value.NS.reduce((sum, one) => sum + numberSize(one), 0);
  if (value.SS) return value.SS.reduce((sum, one) => sum + bytes(one), 0);
  if (value.BS) return value.BS.reduce((sum, one) => sum + Buffer.byteLength(one, 'base64'), 0);
  return 1;
}

/** Returns the size of an item in bytes. */
export function itemSize(item: Item): number {
  let sum = 0;
  for (const name in item) sum += bytes(name) + sizeOf(item[name] as Value);
  return sum;
}
