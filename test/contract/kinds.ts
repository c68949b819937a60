// The meaning of the contract's types in JSON, and the comparison of an answer with a table of fields in the contract.

import { expect } from 'vitest';

/** A field's name, and the contract's name for its type. */
export type Field = readonly [name: string, kind: Kind];
type Kind = keyof typeof kinds;

// biome-ignore lint/suspicious/noExplicitAny: a body as it came
type Json = any;

const isText = (value: Json): value is string => typeof value === 'string';
const isAmount = (value: Json) => Number.isFinite(value) && Number(value.toFixed(2)) === value;
const isInstant = (value: Json) => isText(value) && new Date(value).toISOString() === value;
const orNull = (is: (value: Json) => boolean) => (value: Json) => value === null || is(value);

const kinds = {
  'a boolean': (value: Json) => typeof value === 'boolean',
  'an integer': (value: Json) => Number.isSafeInteger(value) && value > 0,
  'an integer or null': orNull((value) => Number.isSafeInteger(value) && value > 0),
  'a decimal number': isAmount,
  'a string': isText,
  'a string or null': orNull(isText),
  'an array of objects': (value: Json) => Array.isArray(value) && value.every((item) => item !== null),
  'an absolute URL or null': orNull((value) => isText(value) && URL.canParse(value)),
  'an ISO 8601 time without a zone': (value: Json) =>
    isText(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(value) && isInstant(`${value}Z`),
  'an ISO 8601 time in UTC': isInstant,
};

/** Checks that the answer has every field of the contract with the same spelling, and no other field. */
export function expectFields(body: object, fields: readonly Field[], ours: readonly string[] = []): void {
  expect(Object.keys(body).sort()).toEqual([...fields.map(([name]) => name), ...ours].sort());
}

/** Checks that the field has the contract's type in each of these answers. */
export function expectKind(bodies: Record<string, Json>, [name, kind]: Field): void {
  const wrong = Object.entries(bodies).filter(([, body]) => !kinds[kind](body[name]));
  expect(Object.keys(bodies)).not.toEqual([]);
  expect(wrong.map(([answer, body]) => [answer, body[name]])).toEqual([]);
}
