import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blankWord } from '../../lib/base/blank-word.ts';
import { cents } from '../../lib/base/money.ts';
import type { CashoutRequest, ManualRecipient } from '../../lib/cashout/cashout.ts';
import {
  differingFields,
  identityOf,
  isSameIdentity,
  keyedCashoutId,
  keyedChargebackId,
  payeesTransactionId,
  receivedTransactionId,
  sentTransactionId,
  storedKey,
} from '../../lib/cashout/idempotency.ts';

const identity = {
  companyId: 'company',
  account: { branch: '0001', number: '123' },
  idempotencyKey: '8f14e45f-ceea-467f-a0e6-2b3f5b8a3c1d',
};

// Stored rows contain these ids, so they must never change.
test('the transaction ids of the two sides of a payment are derived as in earlier releases', () => {
  expect(payeesTransactionId(5)).toBe(7_803_809_538_534_200);
  expect(sentTransactionId('E1')).toBe(6_657_716_159_284_395);
  expect(receivedTransactionId('E1')).toBe(2_166_574_888_071_483);
});

describe('the id of a cashout with an idempotency key', () => {
  test('the id is a positive safe integer, and always the same for the same key', () => {
    const id = keyedCashoutId(identity, 0);

    expect(Number.isSafeInteger(id) && id > 0).toBe(true);
    expect(keyedCashoutId({ ...identity }, 0)).toBe(id);
  });

  test('the id is different for each company, account, idempotency key and attempt number', () => {
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

test('the differing fields of two requests are reported under the contract’s field names', () => {
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
  ).toEqual(['endpoint', 'amount', 'key', 'tag']);
});

test('a field missing in an older row equals an empty field, and differs from any other value', () => {
  const { tag: _, ...older } = {
    endpoint: 'create-cashout',
    amountCents: cents(100),
    pixKey: 'a@b.co',
    tag: '',
  } as const;

  expect(differingFields(older as CashoutRequest, { ...older, tag: '' })).toEqual([]);
  expect(differingFields(older as CashoutRequest, { ...older, tag: 'x' })).toEqual(['tag']);
  expect(differingFields({ ...older, tag: 'x' }, older as CashoutRequest)).toEqual(['tag']);
});

test('any change of the recipient is reported under its field name in the contract', () => {
  const recipient: ManualRecipient = {
    branch: '0001',
    branchDigit: '',
    accountNumber: '123456',
    accountDigit: '7',
    accountType: 'CURRENT_ACCOUNT',
    name: 'Fulano',
    legalId: '11144477735',
    ispb: '00000000',
  };
  const stored: CashoutRequest = {
    endpoint: 'create-cashout-manual',
    amountCents: cents(100),
    recipient,
    copyAndPaste: '000201',
    tag: '',
  };
  const names: Record<keyof ManualRecipient, string> = {
    branch: 'recipient_account_branch',
    branchDigit: 'recipient_account_branch_digit',
    accountNumber: 'recipient_account_number',
    accountDigit: 'recipient_account_number_digit',
    accountType: 'recipient_account_type',
    name: 'recipient_name',
    legalId: 'recipient_legal_id',
    ispb: 'recipient_instution',
  };
  const fieldsOf = (asked: CashoutRequest) => differingFields(stored, asked);

  for (const [name, field] of Object.entries(names))
    expect(fieldsOf({ ...stored, recipient: { ...recipient, [name]: 'other' } })).toEqual([field]);
  expect(fieldsOf({ ...stored, copyAndPaste: '000202' })).toEqual(['copy_and_paste']);
});

test('a field that was blanked to remove a person’s data equals every value, and the other fields are still compared', () => {
  const asked = { endpoint: 'create-cashout', amountCents: cents(100), pixKey: 'a@b.co', tag: 'x' } as const;
  const blanked: CashoutRequest = { ...asked, pixKey: blankWord };

  expect(differingFields(blanked, asked, true)).toEqual([]);
  expect(differingFields({ ...blanked, tag: 'y' }, asked, true)).toEqual(['tag']);
  expect(differingFields(blanked, asked)).toEqual(['key']);
});

test('a row matches an identity only if company, account and key are all equal', () => {
  const { account } = identity;

  expect(isSameIdentity({ ...identity }, structuredClone(identity))).toBe(true);
  for (const other of [
    { ...identity, companyId: 'other' },
    { ...identity, account: { ...account, branch: '0002' } },
    { ...identity, account: { ...account, number: '124' } },
    { ...identity, idempotencyKey: '9f14e45f-ceea-467f-a0e6-2b3f5b8a3c1d' },
  ])
    expect(isSameIdentity(identity, other)).toBe(false);
});

test('a key is compared in lower case, and its row stores the original spelling only if that differs', () => {
  const lower = identity.idempotencyKey;
  const upper = lower.toUpperCase();

  expect(identityOf('company', identity.account, upper)).toEqual(identity);
  expect(storedKey(lower)).toEqual({ idempotencyKey: lower });
  expect(storedKey(upper)).toEqual({ idempotencyKey: lower, keyAsGiven: upper });
});

// These values were computed independently of this code, from its documentation.
test('ids are computed as in earlier releases, so that older rows are found', () => {
  expect([
    keyedCashoutId(identity, 0),
    keyedCashoutId(identity, 1),
    keyedChargebackId(identity, 0),
    receivedTransactionId('E12345678202703011530abcdefghijk'),
  ]).toEqual([1403392438857453, 198990114508681, 826829946294039, 5304203807954139]);
});

describe('the id of any company, account and key', () => {
  const part = fc.string({ maxLength: 5 });
  const anyIdentity = fc.tuple(part, part, part, part).map(([companyId, branch, number, idempotencyKey]) => ({
    companyId,
    account: { branch, number },
    idempotencyKey,
  }));

  test('an identity has exactly one safe-integer id, which never equals a chargeback’s id', () => {
    fc.assert(
      fc.property(anyIdentity, fc.nat(5), (one, probe) => {
        const id = keyedCashoutId(one, probe);

        expect(Number.isSafeInteger(id) && id > 0).toBe(true);
        expect(JSON.parse(JSON.stringify(id))).toBe(id);
        expect(keyedCashoutId(structuredClone(one), probe)).toBe(id);
        expect(keyedChargebackId(one, probe)).not.toBe(id);
      }),
    );
  });

  test('identities that differ only in where one part ends and the next begins have different ids', () => {
    fc.assert(
      fc.property(anyIdentity, anyIdentity, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other);
        expect(keyedCashoutId(one, 0) === keyedCashoutId(other, 0)).toBe(isSame);
      }),
      { numRuns: 1_000 },
    );
    const cut = (branch: string, number: string) => ({ ...identity, account: { branch, number } });
    expect(keyedCashoutId(cut('12', '3'), 0)).not.toBe(keyedCashoutId(cut('1', '23'), 0));
  });
});

test('the differing fields of any two requests are exactly those that differ', () => {
  const request = fc.record({
    amountCents: fc.integer({ min: 1, max: 3 }).map(cents),
    pixKey: fc.constantFrom('a@b.co', 'c@d.co'),
    tag: fc.constantFrom('', 'x'),
  });
  fc.assert(
    fc.property(request, request, (one, other) => {
      const names = { amountCents: 'amount', pixKey: 'key', tag: 'tag' } as const;
      const differing = (Object.keys(names) as (keyof typeof names)[]).filter(
        (name) => one[name] !== other[name],
      );
      const fields = differingFields(
        { endpoint: 'create-cashout', ...one },
        { endpoint: 'create-cashout', ...other },
      );

      expect(fields).toEqual(differing.map((name) => names[name]));
    }),
  );
});
