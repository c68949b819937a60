// A payment that the PSP refuses because of its own content does not stop the payouts of other companies.

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { completeTransfer } from '../../lib/payout/complete-transfer.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
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
  other = await openCaller(send, await openTenant(send, { balance: 100_000 }));
});

const create = async (by: Caller, amount = 10): Promise<number> =>
  (await by.post('/create-cashout-self-approve', { ...by.source, amount, key: 'fulano@example.com' })).body
    .id;
const complete = (id: number) => completeTransfer(one.stack.deps, id);
const row = (id: number) => one.stack.deps.cashouts.get(id);
const incidents = async () =>
  (await one.stack.deps.incidents.list(false)).map(({ kind, cashoutId }) => [kind, cashoutId]);
const stops = async () => (await incidents()).filter(([kind]) => kind === 'payouts_stopped');

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
