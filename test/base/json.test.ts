import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNumber, parseJson } from '../../lib/base/json.ts';

const bytes = (text: string) => Buffer.from(text);

describe('a request body', () => {
  test('a number in a request body keeps its original text', () => {
    expect(parseJson(bytes('{"amount": 100.000000000000001}'))).toEqual({
      value: { amount: new JsonNumber('100.000000000000001') },
    });
  });

  test.each([
    ['no bytes', bytes('')],
    ['an open brace', bytes('{')],
    ['a byte order mark', bytes('\uFEFF{}')],
    ['a byte that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['a field given twice with two values', bytes('{"amount":1,"amount":900}')],
    ['a hundred thousand nested arrays', bytes('['.repeat(100_000) + ']'.repeat(100_000))],
    ['arrays and objects nested 102 deep', bytes(`${'[{"a":'.repeat(51)}1${'}]'.repeat(51)}`)],
    ['NaN', bytes('{"amount":NaN}')],
    ['a number with a leading plus', bytes('{"amount":+5}')],
    ['single quotes', bytes("{'amount':5}")],
  ])('a request body with %s is refused', (_, body) => {
    expect(parseJson(body)).toBeUndefined();
  });

  test('a request body nested a hundred deep is read, and brackets inside of a text do not count', () => {
    const text = `${'[['.repeat(50)}"${'[{\\"'.repeat(200)}"${']]'.repeat(50)}`;

    expect(parseJson(bytes(text))).toEqual({ value: JSON.parse(text) });
  });

  test('a request body cannot change any object prototype', () => {
    parseJson(bytes('{"__proto__":{"status":"SUCCESS"},"constructor":{"prototype":{"status":"SUCCESS"}}}'));

    expect(({} as { status?: string }).status).toBeUndefined();
  });

  test('any bytes are parsed or refused without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (body) => {
        const read = parseJson(body);
        expect(read === undefined || 'value' in read).toBe(true);
      }),
    );
  });

  // Our parser also refuses a field that is given twice. JSON.parse accepts it.
  test('a parsed body equals the result of JSON.parse, except that numbers keep their text', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(-0, 1e21, 1e-7),
    );
    const json = fc.oneof(
      fc.json(),
      number.map((value) => `[${JSON.stringify(value)}]`),
      fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([text, place, noise]) => {
        const at = place % text.length;
        return text.slice(0, at) + noise + text.slice(at + 1);
      }),
    );
    fc.assert(
      fc.property(json, (text) => {
        const read = parseJson(bytes(text));
        const native = natively(bytes(text).toString());
        if (read) expect(plain(read.value)).toEqual(native?.value);
        else expect(native === undefined || hasRepeatedField(text)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

function natively(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Converts the numbers to those that JSON.parse returns. */
function plain(value: unknown): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

/** Returns whether an object has the same field twice. JSON.parse keeps only the last of them. */
function hasRepeatedField(text: string): boolean {
  const names: string[] = [];
  JSON.parse(text, (name, value) => {
    names.push(name);
    return value;
  });
  return (text.match(/"\s*:/g) ?? []).length > names.filter((name) => !/^\d*$/.test(name)).length;
}
