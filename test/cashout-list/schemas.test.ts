import { expect, test } from 'vitest';
import { listCashoutsQuery } from '../../lib/cashout-list/schemas.ts';

test.each([
  ['a b@example.com', 'a+b@example.com'],
  [' a b@Example.com', '+a+b@example.com'],
  ['a+b@example.com', 'a+b@example.com'],
  ['a&b@example.com', 'a&b@example.com'],
  [' 5511987654321', '+5511987654321'],
  ['12345678909', '12345678909'],
])(
  'the key %j in a query is read as %s, since an unescaped plus sign is decoded as a blank',
  (key, pixKey) => {
    expect(listCashoutsQuery.parse({ key }).wanted.filter.pixKey).toBe(pixKey);
  },
);
