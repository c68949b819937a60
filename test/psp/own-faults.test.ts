// Faults of ours at a PSP: our key, our blocked account, our credentials. They stop payouts, and fail no payment.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { makeEfiPayouts } from '../../lib/network/efi/payouts.ts';
import { accepted, OwnFault } from '../../lib/network/own-fault.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openOperator } from '../support/admin.ts';
import { type Caller, openCaller, openTenant, sandbox, sendInProcess } from '../support/api.ts';
import { codeAt } from '../support/br-codes.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
let caller: Caller;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-20T15:00:00.000Z');
  const opened = await openPspStack(() => now);
  one = opened;
  onTestFinished(() => opened.close());
  const send = sendInProcess(one.stack);
  caller = await openCaller(send, await openTenant(send, { balance: 100_000 }));
});

const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const create = async (key = 'fulano@example.com', amount = 10): Promise<number> =>
  (await caller.post('/create-cashout-self-approve', { ...caller.source, amount, key })).body.id;
const complete = (id: number) => takeStep(one.stack.deps, id);
const row = (id: number) => one.stack.deps.cashouts.get(id);
const sends = () => one.psp.seen.splice(0).filter(({ method }) => method === 'PUT').length;
const stops = async () =>
  (await one.stack.deps.incidents.list(false)).filter(({ kind }) => kind === 'payouts_stopped');
const key = 'us@example.com';

describe('a fault of ours at the PSP', () => {
  test.each([
    ['a mistyped key of ours', { key: 'typo@example.com' }, { key }, '400 chave_invalida'],
    ['our blocked account', { isBlocked: true }, { isBlocked: false }, '400 documento_bloqueado'],
  ])(
    '%s fails no payment, opens one incident, and payouts go on once it is mended',
    async (_, fault, mended, word) => {
      Object.assign(one.own, fault);
      const ids = [];
      for (let index = 0; index < 20; index++) ids.push(await create());
      for (const id of ids) await complete(id);

      expect(sends()).toBe(1);
      expect(new Set((await Promise.all(ids.map(row))).map((one) => one?.status))).toEqual(
        new Set(['PROCESSING']),
      );
      expect(await stops()).toMatchObject([{ details: expect.stringContaining(word) }]);

      Object.assign(one.own, mended);
      pass(31);
      for (const id of ids) await complete(id);
      for (const id of ids) await complete(id);
      pass(16);
      for (const id of ids) await complete(id);
      for (const id of ids) await complete(id);
      expect((await Promise.all(ids.map(row))).map((one) => one?.status)).toEqual(Array(20).fill('SUCCESS'));
      expect(one.stack.counted.filter(([name]) => name === 'CashoutsFailed')).toEqual([]);
      expect(await stops()).toHaveLength(1);
    },
  );

  test('while the PSP refuses us, one payment tries it again, after waits that grow to five minutes', async () => {
    Object.assign(one.own, { isBlocked: true });
    const ids = [await create(), await create(), await create()];
    for (let second = 0; second < 3_600; second += 10) {
      for (const id of ids) await complete(id);
      pass(10);
    }
    expect(sends()).toBeLessThan(20);
    expect(await stops()).toHaveLength(1);
  });

  test('an answer to a request from before the refusal does not let payouts go on', async () => {
    const { pspRows, network } = one.stack.deps;
    const place = network.payoutsAt;
    const asked = now;
    pass(1);
    const refusal = { question: 'send', word: '400 chave_invalida', id: 1, companyId: 'c' } as const;
    await pspRows.refused(place, refusal, now);
    pass(1);
    const answer = { question: 'send', companyId: 'c' } as const;
    await pspRows.answered(place, { ...answer, askedAt: asked }, now);
    expect((await pspRows.get(place, now)).stop).toMatchObject({ word: '400 chave_invalida' });
    await pspRows.answered(place, { ...answer, askedAt: now }, now);
    expect((await pspRows.get(place, now)).stop).toBeUndefined();
  });

  test('refused credentials stop payouts, and new ones let them go on', async () => {
    const id = await create();
    await complete(id);
    pass(60);
    const next = await one.psp.rotate();
    const [waiting, other] = [await create(), await create()];
    await complete(waiting);
    await complete(other);
    expect([(await row(waiting))?.status, (await row(other))?.status]).toEqual(['PROCESSING', 'PROCESSING']);
    Object.assign(one.psp.secret, next);
    pass(60);
    for (const each of [waiting, other, waiting, other]) await complete(each);
    pass(60);
    for (const each of [waiting, other, waiting, other]) await complete(each);
    expect([(await row(waiting))?.status, (await row(other))?.status]).toEqual(['SUCCESS', 'SUCCESS']);
  });

  test('a payment that waits is told: by the preflight, and by the list of networks', async () => {
    Object.assign(one.own, { isBlocked: true });
    await complete(await create());
    const { body } = await caller.post('/v3/cashouts/preflight', {
      ...caller.source,
      amount: 1,
      key: 'fulano@example.com',
    });
    expect(body).toMatchObject({ allowed: false, reasons: ['Payouts are stopped at the PSP'] });
    await caller.post('/create-cashout', { ...caller.source, amount: 1, key: 'fulano@example.com' });
    const queue = await caller.get('/v3/cashouts?awaiting=approval&order=oldest');
    expect(queue.body.results).toMatchObject([{ reasons: ['Payouts are stopped at the PSP'] }]);
    const { networks } = await openOperator(one.stack).networks();
    expect(networks).toMatchObject([{ refused_with: '400 documento_bloqueado' }]);
  });

  test('a payment within this institution does not wait for the PSP', async () => {
    Object.assign(one.own, { isBlocked: true });
    await complete(await create());
    const send = sendInProcess(one.stack);
    const payee = await openTenant(send, {});
    const [own] = payee.accounts;
    const id = await create(own?.pix_key);
    await complete(id);
    expect((await row(id))?.status).toBe('SUCCESS');
  });

  test('a payment that is never held can be rejected, and ends after a day', async () => {
    Object.assign(one.own, { isBlocked: true });
    await complete(await create());
    const [rejected, left] = [await create(), await create()];
    await complete(rejected);
    await complete(left);
    const { status } = await caller.post(`/v3/cashouts/${rejected}/reject`, {
      id: rejected,
      reason: 'no longer needed',
    });
    expect(status).toBe(200);
    expect(await row(rejected)).toMatchObject({
      status: 'CANCELLED',
      failureText: 'Rejected: no longer needed',
    });
    await complete(rejected);
    pass(24 * 3_600);
    await complete(left);
    expect(await row(left)).toMatchObject({
      status: 'CANCELLED',
      failureText: expect.stringContaining('stopped at the PSP'),
    });
  });
});

test('a charge that the PSP refuses to read because of us fails no payment', async () => {
  const call = accepted(async () => ({ status: 403, body: { message: 'Forbidden' } }));
  const payouts = makeEfiPayouts(call, key, async () => ({ kind: 'unknown' }));
  const order = {
    reference: '1',
    endToEndId: 'E99999011202611201500AAAAAAAAAAA',
    amountCents: cents(100),
    payer: { branch: '0001', number: '1' },
    recipient: {},
    copyAndPaste: codeAt('issuer.example.com/cob/1'),
  };
  await expect(payouts.sendPayment(order)).rejects.toThrow(OwnFault);
});

test('a payee’s unknown key ends its own payment only', async () => {
  const id = await create('unknown-key@sandbox.pix');
  await complete(id);
  expect((await row(id))?.status).toBeDefined();
  expect(await stops()).toEqual([]);
});

test('a payment that the PSP had and no longer knows is not sent again, and a person is told', async () => {
  const id = await create('unknown@sandbox.pix');
  await complete(id);
  pass(60);
  await complete(id);
  expect(sends()).toBe(1);
  one.own.removed = new Set([String(id)]);
  pass(60);
  await complete(id);
  pass(60);
  await complete(id);
  expect(sends()).toBe(0);
  expect((await row(id))?.status).toBe('PROCESSING');
  const incidents = await one.stack.deps.incidents.list(false);
  expect(incidents).toMatchObject([{ id: `cashout-${id}-removed`, kind: 'unresolved_payment' }]);
});

test('a failed payment ends with the reason of the PSP’s callback', async () => {
  const id = await create('unknown@sandbox.pix');
  await complete(id);
  const send = sendInProcess(one.stack);
  await sandbox(send, `/sandbox/network/${id}`, { outcome: 'failed' });
  pass(5);
  await complete(id);
  expect((await row(id))?.status).toBe('PROCESSING');
  const reason = {
    kind: 'failed',
    code: 'AC03',
    text: 'AC03 - Agência ou conta do recebedor inválida',
  } as const;
  await applyNetworkEvent(one.stack.deps, { version: 1, kind: 'payment_explained', cashoutId: id, reason });
  expect(await row(id)).toMatchObject({ status: 'ERROR', failureCode: 'AC03' });
});
