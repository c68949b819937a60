import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReceiptCode, receiptCode } from '../../lib/cashout/receipt-code.ts';

const key = randomBytes(32).toString('base64');
const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

test('a receipt code can be decoded to its id only with its key', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const code = receiptCode(id, key);
      expect(code).toMatch(/^[\w-]{31}$/);
      expect(readReceiptCode(code, key)).toBe(id);
      expect(readReceiptCode(code, randomBytes(32).toString('base64'))).toBeUndefined();
    }),
  );
});

test('a receipt code with any changed character is invalid', () => {
  const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  const code = receiptCode(8_125_094_371_265, key);
  for (let at = 0; at < code.length; at++)
    for (const other of characters.filter((character) => character !== code[at]))
      expect(readReceiptCode(code.slice(0, at) + other + code.slice(at + 1), key)).toBeUndefined();
});

test('any text that is not a receipt code is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readReceiptCode(text, key)).toBeUndefined();
    }),
  );
});
