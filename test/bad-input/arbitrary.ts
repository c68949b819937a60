// Generators of input: texts, JSON as text, and random changes of a valid request.

import fc from 'fast-check';
import type { Change } from './ask.ts';

/** This text is part of the generated input. No refusal and no log line may contain it. */
export const canary = 'canary-7d1f';

const hardTexts = [
  canary,
  `${canary}@example.com`,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '10.00',
  '007',
  '9007199254740993',
  '\0',
  '\r\n',
  '\ud800',
  '\ufffe\uffff',
  '\u212a',
  '__proto__',
  'constructor',
  '../..',
  '%',
  "' OR 1=1 --",
  'x'.repeat(300),
  'é'.repeat(5_000),
];
/** Generates texts, also with unpaired surrogates and control characters. */
export const text = fc.oneof(
  fc.constantFrom(...hardTexts),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 40 }),
);

const number = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '1',
    '-1',
    '0.01',
    '100.000',
    '1e2',
    '1E400',
    '-1e-7',
    '9007199254740993',
    '10.5',
  ),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
);
const leaf = fc.oneof(
  fc.constantFrom('null', 'true', 'false'),
  number,
  text.map((value) => JSON.stringify(value)),
);
const name = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'text', 'amount', 'id', 'length'), text);

/** Generates JSON as text, with numbers that no float can represent. */
export const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 4 })
      .map((entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
})).value;

/** Generates a field's value. Most are texts, because most fields are texts. */
const value = fc.oneof({ weight: 2, arbitrary: text.map((one) => JSON.stringify(one)) }, json);

/** Removes a few fields, replaces them with generated values, or adds fields. */
export function changedFields(names: readonly string[]): fc.Arbitrary<Change> {
  const field = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names, 'extra') }, name);
  const change = fc.oneof(fc.constant(undefined), { weight: 5, arbitrary: value });
  return fc.array(fc.tuple(field, change), { minLength: 1, maxLength: 3 }).map((changes) => {
    const fields = Object.fromEntries(changes.map(([key]) => [key, undefined]));
    const raw = changes.filter((change): change is [string, string] => change[1] !== undefined);
    return { fields, raw: Object.fromEntries(raw) };
  });
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Returns the path of every value in a JSON value, including nested values. */
function placesIn(value: Json, place: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => [
    [...place, name],
    ...placesIn(item, [...place, name]),
  ]);
}

/** Replaces one value in JSON, at any depth, with a generated value. */
export function changedWithin(whole: string): fc.Arbitrary<string> {
  const mark = 'what is replaced';
  const places = placesIn(JSON.parse(whole) as Json);
  return fc.tuple(fc.constantFrom(...places), value).map(([place, text]) => {
    const copy = JSON.parse(whole) as Json;
    const last = place.at(-1) as string;
    const holder = place.slice(0, -1).reduce((at, name) => (at as Record<string, Json>)[name] as Json, copy);
    (holder as Record<string, Json>)[last] = mark;
    return JSON.stringify(copy).replace(JSON.stringify(mark), () => text);
  });
}

/** Removes, doubles or replaces a few bytes of a text. */
export function damaged(whole: string): fc.Arbitrary<Buffer> {
  const bytes = [...Buffer.from(whole)];
  const damage = fc.tuple(fc.nat(bytes.length - 1), fc.nat(2), fc.nat(255));
  return fc.array(damage, { minLength: 1, maxLength: 3 }).map((damages) => {
    const copy = [...bytes];
    for (const [at, cut, byte] of damages) copy.splice(at, cut, ...(cut === 2 ? [] : [byte]));
    return Buffer.from(copy);
  });
}

export const bytes = fc.uint8Array({ maxLength: 200 }).map((content) => Buffer.from(content));

/** Generates a query string: known parameters with generated values, unknown parameters, and malformed text. */
export function changedQuery(names: readonly string[]): fc.Arbitrary<Change> {
  const known = names.length > 0 ? fc.constantFrom(...names) : name;
  const wellFormed = text.filter((value) => value.isWellFormed());
  const value = fc.oneof(
    wellFormed,
    fc.constantFrom(
      'next',
      'previous',
      '2026-01-01',
      '9999-12-31',
      '1900-01-01T00:00:00+14:00',
      '1',
      '9007199254740991',
    ),
  );
  const query = fc
    .array(
      fc.tuple(
        fc.oneof(
          known,
          known,
          name.filter((one) => one.isWellFormed()),
        ),
        value,
      ),
      { maxLength: 4 },
    )
    .map((entries) => Object.fromEntries(entries));
  const rawQuery = fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 30 }).map((rest) => `&${rest.replaceAll('#', '')}`),
    known.map((twice) => `&${twice}=${canary}&${twice}=2`),
  );
  return fc.record({ query, rawQuery });
}

/** Generates one segment of a URL path. */
export const segment = fc.oneof(
  text.filter((value) => value.isWellFormed()).map(encodeURIComponent),
  fc.string({ minLength: 1, maxLength: 20 }).map((value) => value.replace(/[/?#\\]/g, '%')),
  fc.constantFrom('%', '%00', '%ff', '..%2F..', '9'.repeat(400)),
);

const headerNames = [
  'authorization',
  'hmac',
  'idempotency-key',
  'x-sandbox-key',
  'content-type',
  'host',
  '__proto__',
];

/** Replaces some headers with generated values, and removes others. */
export const changedHeaders: fc.Arbitrary<Change> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...headerNames),
      fc.oneof(
        text,
        text.map((value) => `Bearer ${value}`),
        text.map((value) => `Basic ${Buffer.from(`${value}:${value}`).toString('base64')}`),
        fc.constant('x'.repeat(100_000)),
        fc.constant(undefined),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((entries) => ({ headers: Object.fromEntries(entries) }));
