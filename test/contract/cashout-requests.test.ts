// The contract's request fields in each call: whether they are required, their types and their rules.

import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signed } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';
import { creates } from './requests.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const keyed = ['/create-cashout', '/create-cashout-self-approve'];
const manual = ['/create-cashout-manual', '/create-cashoutmanual-self-approve'];
const all = [...keyed, ...manual];

const bodyOf = (path: string) => creates(caller.source).find(([one]) => one === path)?.[1] ?? {};
const ask = (path: string, change: object) => caller.post(path, { ...bodyOf(path), ...change });

async function expectRefused(path: string, name: string, value: unknown): Promise<void> {
  const { status, body } = await ask(path, { [name]: value });
  expect([path, status, body.errors?.map(({ field }: { field: string }) => field)]).toEqual([
    path,
    422,
    [name],
  ]);
}

async function expectTaken(path: string, change: object, shown: object = {}): Promise<void> {
  const { status, body } = await ask(path, change);
  expect([path, status, body]).toEqual([path, 200, { ...body, ...shown }]);
}

/** A field, its paths, whether it is required, invalid values, and valid values. */
type Rule = [field: string, paths: string[], required: boolean, wrong: unknown[], right: unknown[]];

const rules: Rule[] = [
  ['source_account_branch_identifier', all, true, [1, '', '1', '12345', 'ABCD', null], []],
  ['source_account_number', all, true, [12345, '', '12a', null], []],
  ['amount', all, true, ['ten', true, null, [1], {}], [0.01, 50.5, '50.50']],
  ['tag', all, false, [5, true, ['x']], ['', 'rent', 'ação 😀']],
  ['key', keyed, true, [5, null, true], ['fulano@example.com']],
  ['recipient_account_branch', manual, true, [123, '', '12345', 'A', null], ['1', '0123']],
  ['recipient_account_branch_digit', manual, false, [5, '12', '-'], ['', '7', 'X']],
  ['recipient_account_number', manual, true, [45678, '', '12-3', null], ['45678']],
  ['recipient_account_number_digit', manual, true, [9, '', '12', null], ['9', 'X']],
  [
    'recipient_account_type',
    manual,
    true,
    [1, '', 'SAVINGS_ACCOUNT', 'current_account', null],
    ['CURRENT_ACCOUNT', 'PAYMENT_ACCOUNT', 'SAVING_ACCOUNT'],
  ],
  ['recipient_account_model', manual, true, [1, '', 'movement', 'MOVEMENT', null], ['Movement']],
  ['recipient_name', manual, true, [5, '', null], ['Fulana de Tal']],
  [
    'recipient_legal_id',
    manual,
    true,
    [12345678909, '', '12345678901', '123.456.789-09', '11222333000150', null],
    ['12345678909', '11222333000181'],
  ],
  ['recipient_instution', manual, true, [0, '', '1234567', '123456789', 'ABCDEFGH', null], ['00000000']],
];

describe('the body of a create', () => {
  test.each(rules)(
    'the body of a create accepts only valid values of %s',
    async (field, paths, required, wrong, right) => {
      for (const path of paths) {
        if (required) await expectRefused(path, field, undefined);
        else await expectTaken(path, { [field]: undefined });
        for (const value of wrong) await expectRefused(path, field, value);
        for (const value of right) await expectTaken(path, { [field]: value });
      }
    },
  );

  test('a body without any field is refused, and the refusal names every required field', async () => {
    for (const path of all) {
      const { status, body } = await caller.post(path, {});
      const required = rules.filter(([, paths, isRequired]) => isRequired && paths.includes(path));
      expect([status, body.errors.map(({ field }: { field: string }) => field).sort()]).toEqual([
        422,
        required.map(([field]) => field).sort(),
      ]);
    }
  });

  test('the answer to a create has the submitted recipient, with the account digit after a hyphen', async () => {
    for (const path of manual)
      await expectTaken(
        path,
        {},
        {
          key: null,
          recipient_instution: '00000000',
          recipient_instution_name: null,
          recipient_account_id: '45678-9',
          recipient_branch_id: '0123',
          recipient_legal_id: '12345678909',
          recipient_name: 'Fulana de Tal',
          recipient_account_type: 'Current Account',
        },
      );
  });
});

describe('a PIX key', () => {
  test.each([
    ['an e-mail', 'fulano@example.com', 'fulano@example.com'],
    ['an e-mail in capitals', 'FULANO@Example.com', 'fulano@example.com'],
    ['a mobile phone', '+5511987654321', '+5511987654321'],
    ['a landline', '+551130000000', '+551130000000'],
    ['a CPF', '12345678909', '12345678909'],
    ['a CNPJ', '11222333000181', '11222333000181'],
    ['an EVP', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d', '71c7d9be-4b85-4e43-9f1c-1f3b8b4e9a2d'],
  ])('%s is accepted as a PIX key', async (_, key, shown) => {
    for (const path of keyed) await expectTaken(path, { key }, { key: shown });
  });

  test.each([
    ['an e-mail without a host', 'fulano@'],
    ['a phone without a plus', '5511987654321'],
    ['a Brazilian phone of nine digits', '+55119876543'],
    ['a Brazilian phone of twelve digits', '+55119876543210'],
    ['a CPF with a wrong check digit', '12345678900'],
    ['a CPF with punctuation', '123.456.789-09'],
    ['a CNPJ with a wrong check digit', '11222333000182'],
    ['a CNPJ with punctuation', '11.222.333/0001-81'],
    ['an EVP without hyphens', '71c7d9be4b854e439f1c1f3b8b4e9a2d'],
    ['an EVP of version 1', '71c7d9be-4b85-1e43-9f1c-1f3b8b4e9a2d'],
  ])('%s is refused as a PIX key', async (_, key) => {
    for (const path of keyed)
      expect(await ask(path, { key })).toMatchObject({ status: 400, body: { message: 'Invalid Pix Key' } });
  });
});

describe('the body of an approval', () => {
  test.each(['/approve-cashout', '/approve-cashout-manual'])(
    'the body of an approval for %s has one integer id',
    async (path) => {
      for (const id of [undefined, null, '5', 1.5, -1, true]) {
        const { status, body } = await caller.post(path, { id });
        expect([id, status, body.errors]).toEqual([id, 422, [{ field: 'id', message: expect.any(String) }]]);
      }
      const { id } = (await ask('/create-cashout', {})).body;
      expect(await caller.post(path, { id })).toMatchObject({
        status: 200,
        body: { id, transaction_id: id, status: 'PROCESSING', fee: 0 },
      });
    },
  );

  test('the signature covers the body of an approval: another id under the same signature is refused', async () => {
    const [mine, other] = [(await ask('/create-cashout', {})).body, (await ask('/create-cashout', {})).body];
    const headers = {
      authorization: `Bearer ${caller.token}`,
      hmac: signed(caller.tenant.hmac_secret, JSON.stringify({ id: mine.id })),
    };
    const body = JSON.stringify({ id: other.id });

    const answer = await used.send({ method: 'POST', path: '/approve-cashout', headers, body });

    expect(answer).toMatchObject({ status: 400, body: { message: 'HMAC invalid' } });
    expect((await caller.get(`/v3/cashouts/${other.id}`)).body.status).toBe('NEW');
  });
});
