// The contract's limits, just below and just above each limit, with the contract's own examples.

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import {
  accountQuery,
  type Caller,
  openCaller,
  sendInProcess,
  signed,
  statementPath,
} from '../support/api.ts';
import { path as chargebackPath, payQrCode } from '../support/chargebacks.ts';
import { useStack } from '../support/use-stack.ts';
import { register } from '../support/webhooks.ts';
import { creates, manually } from './requests.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

/** Sends a body with exactly this JSON text for the amount. */
function post(path: string, content: object, amount: string) {
  const body = JSON.stringify({ ...content, amount: 'amount' }).replace(
    '"amount":"amount"',
    `"amount":${amount}`,
  );
  const headers = { authorization: `Bearer ${caller.token}`, hmac: signed(caller.tenant.hmac_secret, body) };
  return used.send({ method: 'POST', path, headers, body });
}

async function refund(amount: string) {
  const { qr_code_id } = await payQrCode(used.stack, caller, { amount: 1000 });
  return post(chargebackPath, { qr_code_id, information: 'Pedido 42' }, amount);
}

describe('an amount', () => {
  test.each(['100.00', '50.50', '1000'])(
    'the amount %s is valid, as a number and as text',
    async (amount) => {
      for (const [path, body] of creates(caller.source))
        for (const written of [amount, `"${amount}"`])
          expect(await post(path, body, written)).toMatchObject({
            status: 200,
            body: { amount: Number(amount) },
          });
    },
  );

  test.each(['100.00', '50.50', '1000'])('the amount %s is valid in a chargeback', async (amount) => {
    expect(await refund(amount)).toMatchObject({ status: 200, body: { amount: Number(amount) } });
  });

  test.each(['0', '-10.00', '100.999'])(
    'the amount %s is invalid, as a number and as text',
    async (amount) => {
      const errors = [{ field: 'amount' }];
      for (const written of [amount, `"${amount}"`]) {
        for (const [path, body] of creates(caller.source))
          expect(await post(path, body, written)).toMatchObject({ status: 422, body: { errors } });
        expect(await refund(written)).toMatchObject({ status: 422, body: { errors } });
      }
    },
  );

  test('an amount given as text in a chargeback needs exactly two decimals', async () => {
    expect((await refund('"50.50"')).status).toBe(200);
    for (const written of ['"50"', '"50.5"', '"50.500"']) expect((await refund(written)).status).toBe(422);
  });
});

describe('a page of the statement', () => {
  test('a page has 1 to 100 entries, and 50 by default', async () => {
    const own = await used.newCaller();
    const { source_account_branch_identifier: branch, source_account_number: number } = own.source;
    const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
    for (let count = 0; count < 109; count++)
      await used.stack.deps.ledger.credit({ branch, number }, entry, randomUUID());
    const lengthOf = async (query: string) => {
      const { status, body } = await own.get(statementPath(own.source, query));
      return [status, body.results?.length];
    };

    expect(await lengthOf('')).toEqual([200, 50]);
    expect(await lengthOf('&limit=1')).toEqual([200, 1]);
    expect(await lengthOf('&limit=100')).toEqual([200, 100]);
    for (const limit of ['0', '101', '-1', 'x'])
      expect(await lengthOf(`&limit=${limit}`)).toEqual([422, undefined]);
  });
});

test('an ISPB code has 8 digits', async () => {
  const ask = (recipient_instution: string) =>
    caller.post('/create-cashout-manual', { ...manually(caller.source), recipient_instution });

  expect(await ask('60701190')).toMatchObject({ status: 200, body: { recipient_instution: '60701190' } });
  for (const wrong of ['6070119', '607011900', '6070119A', '']) {
    const errors = [{ field: 'recipient_instution' }];
    expect(await ask(wrong)).toMatchObject({ status: 422, body: { errors } });
  }
});

describe('an idempotency key', () => {
  test('a replay after twenty years returns the transaction in its current state', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const made: [path: string, body: object, id: number][] = [];
    for (const [path, body] of creates(caller.source).slice(0, 1))
      made.push([path, body, (await caller.post(path, body, key)).body.id]);
    const now = () => new Date(Date.now() + 20 * 365 * 86_400_000);
    const later = await openCaller(sendInProcess(used.stack, used.stack.with({ now })), caller.tenant);
    for (const [path, body, id] of made) {
      expect(await later.post(path, body, key)).toMatchObject({ status: 200, body: { id, status: 'NEW' } });
      await later.post('/approve-cashout', { id });
      const replayed = await later.post(path, body, key);
      expect(replayed).toMatchObject({ status: 200, body: { id, status: 'PROCESSING' } });
    }
  });

  test('the keys are stored in a table without expiry', () => {
    const { CashoutsTable } = inject('service').resources.Resources;
    expect(CashoutsTable?.Type).toBe('AWS::DynamoDB::Table');
    expect(CashoutsTable?.Properties).not.toHaveProperty('TimeToLiveSpecification');
  });
});

test('a list of webhooks of any length is returned as one page', async () => {
  const own = await used.newCaller();
  const url = 'https://receiver.example.com/';
  const ids: number[] = [];
  for (let count = 0; count < 50; count++) ids.push((await register(own, url)).id);

  const { body } = await own.call('GET', `/api/webhooks?${accountQuery(own.source)}&limit=10`);

  expect(body.map(({ id }: { id: number }) => id)).toEqual(ids);
});
