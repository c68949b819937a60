import { describe, expect, test } from 'vitest';
import type { CashoutRequest } from '../../lib/cashout.ts';
import { differingFields, keyedCashoutId } from '../../lib/idempotency.ts';
import { cents } from '../../lib/money.ts';

const identity = {
  companyId: 'company',
  account: { branch: '0001', number: '123' },
  idempotencyKey: '8f14e45f-ceea-467f-a0e6-2b3f5b8a3c1d',
};

describe('the id of a keyed cashout', () => {
  test('is a positive safe integer, the same for the same key', () => {
    const id = keyedCashoutId(identity, 0);

    expect(Number.isSafeInteger(id) && id > 0).toBe(true);
    expect(keyedCashoutId({ ...identity }, 0)).toBe(id);
  });

  test('is another one for another company, account, key or probe', () => {
    const ids = [
      keyedCashoutId(identity, 0),
      keyedCashoutId({ ...identity, companyId: 'other' }, 0),
      keyedCashoutId({ ...identity, account: { branch: '0001', number: '124' } }, 0),
      keyedCashoutId({ ...identity, account: { branch: '0002', number: '123' } }, 0),
      keyedCashoutId({ ...identity, idempotencyKey: '9f14e45f-ceea-467f-a0e6-2b3f5b8a3c1d' }, 0),
      keyedCashoutId(identity, 1),
    ];

    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('differing fields go by their contract names', () => {
  const stored: CashoutRequest = {
    endpoint: 'create-cashout',
    amountCents: cents(100),
    pixKey: 'a@b.co',
    tag: '',
  };

  expect(differingFields(stored, { ...stored })).toEqual([]);
  expect(
    differingFields(stored, {
      endpoint: 'create-cashout-self-approve',
      amountCents: cents(101),
      pixKey: 'c@d.co',
      tag: 'x',
    }),
  ).toEqual(
    ['endpoint', 'amount', 'key', 'tag'].map((field) => ({
      field,
      message: 'differs from the request that first used this key',
    })),
  );
});
