// Woovi's documented refusals: of a payee, of ourselves, and without a documented meaning.

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { answerOf } from '../../tools/psp-documents.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import type { PspReply, PspRequest } from './fake-psp.ts';
import { openWooviStack, type WooviStack } from './woovi-stack.ts';

let one: WooviStack;
let caller: Caller;
let now: Date;
beforeEach(async () => {
  now = new Date();
  const opened = await openWooviStack();
  one = opened;
  onTestFinished(() => opened.close());
  const send = sendInProcess(one.stack);
  caller = await openCaller(send, await openTenant(send, { balance: 10_000 }));
});
const create = async (): Promise<number> => {
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  return (await caller.post('/create-cashout-self-approve', body)).body.id;
};
const completeAfter = (seconds: number, id: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
  const at = now;
  return takeStep(one.stack.with({ now: () => at }), id);
};
const row = (id: number) => one.stack.deps.cashouts.get(id);
const incidents = async () =>
  (await one.stack.deps.incidents.list(false)).map(({ kind, details }) => `${kind}: ${details}`);
const answer = (path: RegExp, method: string, reply: PspReply) => (request: PspRequest) =>
  path.test(request.path) && request.method === method ? reply : undefined;
const ofKey = /pix-keys/;
const ofSend = /^\/api\/v1\/payment$/;

test('a key that is suspected of fraud ends its payment at the first look-up', async () => {
  one.say.instead = answer(ofKey, 'GET', answerOf('woovi', 'find key', 'suspected of fraud'));
  const id = await create();
  await completeAfter(1, id);
  expect(await row(id)).toMatchObject({ status: 'CANCELLED', failureCode: 'FRAD' });
});

test('without the permission to look up keys, payouts stop, and no payment fails', async () => {
  one.say.instead = answer(ofKey, 'GET', answerOf('woovi', 'find key', 'PIX_KEY_CHECK_NOT_ALLOWED'));
  const ids = [await create(), await create(), await create()];
  for (const id of ids) await completeAfter(1, id);
  for (const id of ids) expect(await row(id)).toMatchObject({ status: 'PROCESSING' });
  expect(await incidents()).toEqual([expect.stringContaining('403 PIX_KEY_CHECK_NOT_ALLOWED')]);

  one.say = Object.assign(one.say, { instead: undefined });
  for (let round = 0; round < 12; round++) for (const id of ids) await completeAfter(60, id);
  for (const id of ids) expect(await row(id)).toMatchObject({ status: 'SUCCESS' });
});

test('a 404 of a gateway is not the word that a key does not exist', async () => {
  one.say.instead = answer(ofKey, 'GET', { status: 404, body: '<html>Not found</html>' });
  const id = await create();
  await completeAfter(1, id);
  expect(await row(id)).toMatchObject({ status: 'PROCESSING' });
});

test('an undocumented refusal of a payment opens an incident at once', async () => {
  one.say.instead = answer(ofSend, 'POST', { status: 400, body: { error: 'Conta em análise' } });
  const id = await create();
  await completeAfter(1, id);
  expect(await row(id)).toMatchObject({ status: 'PROCESSING' });
  expect(await incidents()).toEqual([expect.stringContaining('not documented: 400 Conta em análise')]);
});

test('a payment that ends for want of our money is CANCELLED, and stops payouts', async () => {
  const id = await create();
  await completeAfter(1, id);
  const failed = {
    payment: { correlationID: String(id), value: 1_000, status: 'FAILED' },
  };
  one.say.instead = answer(/\/payment\/\d+/, 'GET', { status: 200, body: failed });
  const reason = {
    kind: 'refused',
    code: '',
    text: 'Payouts are short of funds at the PSP',
    ownFault: 'NOT_ENOUGH_BALANCE',
  } as const;
  const event = { version: 1, kind: 'payment_explained', cashoutId: id, reason } as const;
  await applyNetworkEvent(one.stack.deps, event);
  expect(await row(id)).toMatchObject({
    status: 'CANCELLED',
    failureText: 'Payouts are short of funds at the PSP',
  });
  expect(await incidents()).toEqual([expect.stringContaining('refuses us: NOT_ENOUGH_BALANCE')]);
});

test('a payment that a person removed at Woovi is not sent again, even before the service knew that Woovi had it', async () => {
  const id = await create();
  one.psp.faults.push('none', 'none', 'none', 'drop after');
  await completeAfter(1, id);
  await applyNetworkEvent(one.stack.deps, { version: 1, kind: 'payment_removed', cashoutId: id });
  const before = one.purse.cents;
  one.say.instead = answer(/\/payment\/\d+/, 'GET', { status: 400, body: { error: 'any' } });
  one.psp.faults.length = 0;
  one.psp.seen.length = 0;
  for (let hours = 0; hours < 10; hours++) await completeAfter(3_600, id);
  expect(one.psp.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  expect(one.purse.cents).toBe(before);
  expect(await incidents()).toEqual([expect.stringContaining('removed')]);
});
