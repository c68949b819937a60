// A message to the payee: an optional field of every create (an extension).

import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentDigest } from '../../lib/cashout/content-digest.ts';
import type { PaymentOrder } from '../../lib/network/port.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { staticCode } from '../support/br-codes.ts';
import { eventsOf } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const message = 'Parcela 3 de 10 – CPF 529.982.247-25';
const byKey = { key: 'fulano@example.com' };
const kinds: [string, string, object][] = [
  ['a PIX key', '/create-cashout-self-approve', byKey],
  ['bank details', '/create-cashoutmanual-self-approve', bankDetails],
  [
    'a copy-and-paste code',
    '/create-copy-and-paste-transfer',
    { copy_and_paste: staticCode('fulano@example.com') },
  ],
];
const pay = (caller: Caller, more: object, endpoint = '/create-cashout-self-approve', key?: string) =>
  caller.post(
    endpoint,
    { ...caller.source, amount: 10, ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  );

test.each(kinds)(
  'the message to the payee of a cashout by %s is sent to the network and shown in answers',
  async (_, endpoint, payee) => {
    const caller = await used.newCaller();
    const orders: PaymentOrder[] = [];
    const { deps } = used.stack;
    const network: typeof deps.network = {
      ...deps.network,
      sendPayment: (order) => {
        orders.push(order);
        return deps.network.sendPayment(order);
      },
    };

    const { body } = await pay(caller, { ...payee, message_to_payee: ` ${message} ` }, endpoint);
    await takeStep({ ...deps, network }, body.id);

    expect(orders.map((order) => order.message)).toEqual([message]);
    expect(body.message_to_payee).toBe(message);
    const shown = (await caller.get(`/v3/cashouts/${body.id}`)).body;
    expect(shown).toMatchObject({ status: 'SUCCESS', message_to_payee: message });
    const [event] = await eventsOf(used.stack, caller.tenant);
    expect(JSON.parse(event?.body ?? '').data.message_to_payee).toBe(message);
  },
);

test('the public receipt shows the message to the payee with any CPF masked', async () => {
  const caller = await used.newCaller();
  const { body } = await pay(caller, { ...byKey, message_to_payee: message });
  await takeStep(used.stack.deps, body.id);

  const receipt = (await caller.get(`/v3/cashouts/${body.id}/receipt`)).body;
  const page = await used.send({
    method: 'GET',
    path: `/receipts/${receipt.code}`,
    headers: { accept: 'text/html' },
  });

  expect(receipt.message).toBe('Parcela 3 de 10 – CPF ***.982.247-**');
  expect(page.body).toContain('<dt>Mensagem</dt><dd><bdi>Parcela 3 de 10 – CPF ***.982.247-**</bdi></dd>');
});

test.each([[{}], [{ message_to_payee: null }], [{ message_to_payee: '  ' }]])(
  'a create with %j makes a cashout without a message, and its answer has no message field',
  async (more) => {
    const caller = await used.newCaller();
    const { status, body } = await pay(caller, { ...byKey, ...more });

    expect([status, Object.hasOwn(body, 'message_to_payee')]).toEqual([200, false]);
  },
);

test('the same idempotency key with a different message to the payee is a conflict', async () => {
  const caller = await used.newCaller();
  const key = randomUUID();
  await pay(caller, { ...byKey, message_to_payee: 'a' }, undefined, key);

  const again = await pay(caller, { ...byKey, message_to_payee: 'a' }, undefined, key);
  const other = await pay(caller, { ...byKey, message_to_payee: 'b' }, undefined, key);

  expect([again.status, other.status]).toEqual([200, 409]);
  expect(other.body.detail).toContain('message_to_payee');
});

test('the content digest of an approval covers the message to the payee', async () => {
  const caller = await used.newCaller();
  const { id } = (await pay(caller, { ...byKey, message_to_payee: 'a' }, '/create-cashout')).body;
  const row = await used.stack.deps.cashouts.get(id);
  if (!row) throw new Error('there is no row');

  expect(contentDigest({ ...row, request: { ...row.request, messageToPayee: 'b' } })).not.toBe(
    contentDigest(row),
  );
});

test('a preflight shows the message to the payee', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 10, ...byKey, message_to_payee: message };

  expect((await caller.post('/v3/cashouts/preflight', body)).body).toMatchObject({
    message_to_payee: message,
  });
});

test('the answer to a preflight without a message has no message field', async () => {
  const caller = await used.newCaller();
  const { body } = await caller.post('/v3/cashouts/preflight', { ...caller.source, amount: 10, ...byKey });

  expect(body).not.toHaveProperty('message_to_payee');
});
