// A payment that the PSP refuses because of its own content does not stop the payouts of other companies.

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { codeAt } from '../support/br-codes.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
let tenant: Awaited<ReturnType<typeof openTenant>>;
let other: Caller;
let caller: Caller;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-20T15:00:00.000Z');
  const opened = await openPspStack(() => now);
  one = opened;
  onTestFinished(() => opened.close());
  const send = sendInProcess(one.stack);
  caller = await openCaller(send, await openTenant(send, { balance: 100_000 }));
  tenant = await openTenant(send, { balance: 100_000 });
  other = await openCaller(send, tenant);
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const create = async (by: Caller, amount = 10): Promise<number> =>
  (await by.post('/create-cashout-self-approve', { ...by.source, amount, key: 'fulano@example.com' })).body
    .id;
const complete = (id: number) => takeStep(one.stack.deps, id);
const row = (id: number) => one.stack.deps.cashouts.get(id);
const incidents = async () =>
  (await one.stack.deps.incidents.list(false)).map(({ kind, cashoutId }) => [kind, cashoutId]);
const stops = async () => (await incidents()).filter(([kind]) => kind === 'payouts_stopped');

/** Makes the charge of a dynamic code, and the payment of the code. */
async function payCode(by: Caller, valor = '10.00') {
  const charge = { chave: 'fulano@example.com', txid: 'txid00000000000000000000000001', valor };
  one.issuer.charges.set('/cob/mine', charge);
  const asked = { ...by.source, copy_and_paste: codeAt(`${one.issuer.host}/cob/mine`) };
  const { id } = (await by.post('/create-copy-and-paste-transfer', asked)).body;
  return { id, charge };
}

test('a payment that a filter in front of the PSP refuses with a bare 403 stops no other payment', async () => {
  one.own.refuses = ({ method, body }) =>
    method === 'PUT' && (body as { valor?: string }).valor === '13.00'
      ? { status: 403, body: {} }
      : undefined;
  const filtered = await create(caller, 13);
  await complete(filtered);
  const id = await create(other);
  await complete(id);
  await complete(id);
  expect(await row(id)).toMatchObject({ status: 'SUCCESS' });
  expect(await row(filtered)).toMatchObject({ status: 'PROCESSING' });
  expect(await incidents()).toEqual([['unresolved_payment', filtered]]);
});

test('a bare 403 to every request stops payouts', async () => {
  one.own.refuses = () => ({ status: 403, body: {} });
  await complete(await create(caller));
  expect(await stops()).toHaveLength(1);
});

test('a code whose charge has changed does not show that the PSP accepts us again', async () => {
  one.own.isBlocked = true;
  await complete(await create(caller));
  // Another payment tries the PSP, because the first does not come back.
  pass(400);
  const { id, charge } = await payCode(other);
  charge.valor = '11.00';
  await complete(id);
  expect(await row(id)).toMatchObject({ status: 'ERROR' });
  const { stop } = await one.stack.deps.pspRows.read('main', now);
  expect(stop).toBeDefined();
});

test('a payment that the PSP alone refuses, again and again, delays the payments of others for minutes only, once', async () => {
  one.own.isShort = true;
  const { id: refused } = await payCode(caller);
  await complete(refused);
  expect(await stops()).toHaveLength(1);
  const ids: number[] = [];
  let waited = 0;
  for (let seconds = 0; seconds < 3_000; seconds += 30) {
    pass(30);
    // The token of a caller does not last so long.
    if (seconds % 600 === 0) ids.push(await create(await openCaller(sendInProcess(one.stack), tenant)));
    for (const id of [refused, ...ids]) await complete(id);
    const all = await Promise.all(ids.map(row));
    if (all.some((one) => one?.status === 'PROCESSING')) waited += 30;
  }
  expect((await Promise.all(ids.map(row))).map((one) => one?.status)).toEqual(Array(5).fill('SUCCESS'));
  expect(waited).toBeLessThan(20 * 60);
  expect(await stops()).toHaveLength(1);
  expect(await row(refused)).toMatchObject({ status: 'PROCESSING' });
});

test('a fault of ours when a code is read fails no payment of a code, and stops payouts', async () => {
  const { id } = await payCode(caller);
  one.own.refuses = () => ({ status: 403, body: { nome: 'insufficient_scope' } });
  await complete(id);
  expect(await row(id)).toMatchObject({ status: 'PROCESSING' });
  expect(await stops()).toHaveLength(1);
  one.own.refuses = () => undefined;
  pass(40);
  await complete(id);
  await complete(id);
  expect(await row(id)).toMatchObject({ status: 'SUCCESS' });
});

test('a callback about a limit stops no payouts if the look-up does not say that the payment failed', async () => {
  const id = await create(caller);
  await complete(id);
  const reason = { kind: 'refused', code: '', text: 'stopped', ownFault: 'REACH_TRANSFER_LIMIT' } as const;
  await applyNetworkEvent(one.stack.deps, { version: 1, kind: 'payment_explained', cashoutId: id, reason });
  pass(60);
  await applyNetworkEvent(one.stack.deps, { version: 1, kind: 'payment_explained', cashoutId: id, reason });
  expect(await row(id)).toMatchObject({ status: 'SUCCESS' });
  expect(await stops()).toEqual([]);
});
