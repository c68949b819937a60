// The contract's idempotency keys, at each of the four create endpoints.

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountQuery, type Caller, sourceOf } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';
import { creates } from './requests.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller({ accounts: 2 });
});

const paths = [
  '/create-cashout',
  '/create-cashout-manual',
  '/create-cashout-self-approve',
  '/create-cashoutmanual-self-approve',
];
const bodyOf = (path: string, source = caller.source) =>
  creates(source).find(([one]) => one === path)?.[1] ?? {};
const keyed = (key: string) => ({ 'idempotency-key': key });

describe.each(paths)('the idempotency key at %s', (path) => {
  test('the key is optional: each call without a key makes its own transaction', async () => {
    const answers = [await caller.post(path, bodyOf(path)), await caller.post(path, bodyOf(path))];

    expect(answers.map(({ status, body }) => [status, body.idempotency_key])).toEqual([
      [200, null],
      [200, null],
    ]);
    expect(answers[0]?.body.transaction_id).not.toBe(answers[1]?.body.transaction_id);
  });

  test('the key makes one transaction, and the same key in capitals replays that transaction', async () => {
    const key = randomUUID();
    const first = await caller.post(path, bodyOf(path), keyed(key));
    const upper = await caller.post(path, bodyOf(path), keyed(key.toUpperCase()));
    const other = await caller.post(path, bodyOf(path), keyed(randomUUID()));

    expect([first.status, upper.status, other.status]).toEqual([200, 200, 200]);
    expect(first.body.idempotency_key).toBe(key);
    expect(upper.body.transaction_id).toBe(first.body.transaction_id);
    expect(other.body.transaction_id).not.toBe(first.body.transaction_id);
  });

  test('the key must be a UUID of version 4, and any other key gives a 422', async () => {
    for (const key of ['abc', '71c7d9be-4b85-1e43-9f1c-1f3b8b4e9a2d', randomUUID().replaceAll('-', '')])
      expect(await caller.post(path, bodyOf(path), keyed(key))).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'idempotency-key' }] },
      });
  });

  test('a blank key is refused with 422, because the caller meant to send one', async () => {
    for (const key of ['', ' '])
      expect(await caller.post(path, bodyOf(path), keyed(key))).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'idempotency-key' }] },
      });
  });

  test('the same key makes one transaction per account', async () => {
    const key = keyed(randomUUID());
    const second = sourceOf(caller.tenant, 1);
    const answers = [
      await caller.post(path, bodyOf(path), key),
      await caller.post(path, bodyOf(path, second), key),
    ];

    expect(answers.map(({ status, body }) => [status, body.from_accout])).toEqual([
      [200, caller.source.source_account_number],
      [200, second.source_account_number],
    ]);
    expect(answers[0]?.body.id).not.toBe(answers[1]?.body.id);
  });

  test('the same key with a different body gives a 409 that names the differing fields, and makes no transaction', async () => {
    const key = keyed(randomUUID());
    const first = await caller.post(path, bodyOf(path), key);
    const words = 'Idempotency key already used with a different request';

    for (const change of [{ amount: 1 }, { tag: 'other' }, { amount: 1, tag: 'other' }]) {
      const { status, body } = await caller.post(path, { ...bodyOf(path), ...change }, key);
      const detail = `${words} (differs in ${Object.keys(change).join(', ')})`;
      expect([status, body]).toEqual([409, { worked: false, detail, message: words, data: null }]);
    }
    expect((await caller.post(path, bodyOf(path), key)).body).toMatchObject({
      id: first.body.id,
      amount: 50.5,
    });
  });

  test('a replay returns the current state of its transaction, and sends no webhook', async () => {
    const own = await used.newCaller();
    const key = keyed(randomUUID());
    const ask = async () => (await own.post(path, bodyOf(path, own.source), key)).body;
    const events = async () =>
      (await own.get(`/v3/events?${accountQuery(own.source)}`)).body.results.map(
        ({ id }: { id: string }) => id,
      );
    const { id, status } = await ask();
    if (status === 'NEW') await own.post('/approve-cashout', { id });
    expect(await ask()).toMatchObject({ id, status: 'PROCESSING', code_transaction: null });
    await takeStep(used.stack.deps, id);
    await recordPendingEvents(used.stack.deps, id);
    const told = await events();

    expect(await ask()).toMatchObject({ id, status: 'SUCCESS', code_transaction: expect.any(String) });
    await recordPendingEvents(used.stack.deps, id);

    expect(told).toEqual(expect.arrayContaining([`cashout-${id}-created`, `cashout-${id}-succeeded`]));
    expect(await events()).toEqual(told);
  });
});
