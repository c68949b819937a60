import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonNumber, parseJson } from '../../lib/json.ts';

const bytes = (text: string) => Buffer.from(text);

describe('a request body', () => {
  test('keeps the text of its numbers', () => {
    expect(parseJson(bytes('{"amount": 100.000000000000001}'))).toEqual({
      value: { amount: new JsonNumber('100.000000000000001') },
    });
  });

  test.each([
    ['nothing', bytes('')],
    ['an open brace', bytes('{')],
    ['a byte order mark', bytes('\uFEFF{}')],
    ['a byte that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['a field given twice with two values', bytes('{"amount":1,"amount":900}')],
    ['a hundred thousand nested arrays', bytes('['.repeat(100_000) + ']'.repeat(100_000))],
    ['NaN', bytes('{"amount":NaN}')],
    ['a number with a leading plus', bytes('{"amount":+5}')],
    ['single quotes', bytes("{'amount':5}")],
  ])('is refused with %s', (_, body) => {
    expect(parseJson(body)).toBeUndefined();
  });

  test('cannot reach the prototype of anything', () => {
    parseJson(bytes('{"__proto__":{"status":"SUCCESS"},"constructor":{"prototype":{"status":"SUCCESS"}}}'));

    expect(({} as { status?: string }).status).toBeUndefined();
  });

  test('is read or refused, never thrown over, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (body) => {
        const read = parseJson(body);
        expect(read === undefined || 'value' in read).toBe(true);
      }),
    );
  });
});
