// A payout that its receiver returns, as a PSP shows it with the payment.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sendInProcess, signed } from '../support/api.ts';
import { expectLedgerAddsUp, incidentsOf } from '../support/ledger.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
beforeAll(async () => {
  one = await openPspStack();
});
afterAll(() => one.close());

async function payOut(): Promise<{ caller: Caller; id: number }> {
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send));
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await takeStep(one.stack.deps, id);
  // The first answer says that the payment is in progress.
  await takeStep({ ...one.stack.deps, now: () => new Date(Date.now() + 600_000) }, id);
  expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe('SUCCESS');
  return { caller, id };
}

/** Sends Efí's callback about a payment of ours, which starts a look-up. The resulting notices are applied immediately. */
async function tell(id: number, more: object = { devolucoes: [{}] }): Promise<number> {
  const events: NetworkEvent[] = [];
  const sendEvent = async (event: NetworkEvent) => void events.push(event);
  const deps = { ...one.stack.deps, queues: { ...one.stack.deps.queues, sendEvent } };
  const body = JSON.stringify({ pix: [{ tipo: 'SOLICITACAO', gnExtras: { idEnvio: String(id) }, ...more }] });
  const headers = { hmac: signed('local-network-callback', body) };
  const call = { method: 'POST', path: '/network/pix', headers, body };
  const { status } = await sendInProcess(one.stack, deps)(call);
  for (const event of events) await applyNetworkEvent(one.stack.deps, networkEvent.parse(event));
  return status;
}
const back = (id: number, change: object = {}) => ({
  id: 'A1',
  rtrId: `D6070119020261121120${String(id).slice(-12).padStart(12, '0')}`,
  valor: '10.00',
  natureza: 'MED_FRAUDE',
  status: 'DEVOLVIDO',
  ...change,
});

test('a payout is found by the end-to-end id that the PSP has assigned', async () => {
  const { caller, id } = await payOut();
  const paid = await one.stack.deps.cashouts.get(id);
  const path = `/v3/cashouts?end_to_end_id=${paid?.endToEndId}`;
  expect((await caller.get(path)).body).toMatchObject({ id, status: 'SUCCESS' });
  const stranger = await openCaller(sendInProcess(one.stack), await openTenant(sendInProcess(one.stack)));
  const unknown = await stranger.get(`/v3/cashouts?end_to_end_id=E${'0'.repeat(31)}`);
  expect(await stranger.get(path)).toMatchObject({ status: unknown.status, body: unknown.body });
  expect(unknown.body.message).toBe('Transaction not found');
});

describe('a payout that its receiver has returned', () => {
  test('a returned payout becomes REFUNDED once, however often the PSP reports the return', async () => {
    const { caller, id } = await payOut();
    one.lists.sentReturns[id] = [back(id)];

    expect([await tell(id), await tell(id)]).toEqual([200, 200]);

    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'REFUNDED',
      erro_descriptor: 'FR01 - Fundada suspeita de fraude',
      new_erro_descriptor: 'FR01',
    });
    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
  });

  test('a payout returned in part stays SUCCESS until the rest has been returned, and each part is credited', async () => {
    const { caller, id } = await payOut();
    const [first, rest] = [
      back(id, { rtrId: `${back(id).rtrId.slice(0, -1)}a`, valor: '4.00', natureza: 'ORIGINAL' }),
      back(id, { rtrId: `${back(id).rtrId.slice(0, -1)}b`, valor: '6.00', natureza: undefined }),
    ];
    one.lists.sentReturns[id] = [first];
    await tell(id);
    expect((await caller.get(`/v3/cashouts/${id}`)).body.status).toBe('SUCCESS');

    one.lists.sentReturns[id] = [rest, first];
    await tell(id);

    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'REFUNDED',
      new_erro_descriptor: 'MD06',
    });
    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({
      seq: 4,
      availableCents: 1_000_000,
    });
  });

  test('a return is looked up at the PSP, since the callback itself is not trusted', async () => {
    const { caller, id } = await payOut();

    expect(await tell(id, { devolucoes: [back(id)], valor: '10.00' })).toBe(200);

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 999_000 });
  });

  test('a callback about a return is refused while the PSP does not answer, so that the PSP sends it again', async () => {
    const { caller, id } = await payOut();
    one.lists.sentReturns[id] = [back(id)];
    one.psp.faults.push('503 before');

    expect(await tell(id)).toBe(503);
    expect(await tell(id)).toBe(200);

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
  });

  test.each([
    ['in progress', { status: 'EM_PROCESSAMENTO' }, 0],
    ['not done', { status: 'NAO_REALIZADO' }, 0],
    ['without a readable amount', { valor: 'dez' }, 1],
    ['without the network’s id', { rtrId: null }, 1],
  ])('a return moves no money if it is %s', async (_, change, incidents) => {
    const { caller, id } = await payOut();
    one.lists.sentReturns[id] = [back(id, change)];

    await tell(id);
    await tell(id);

    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({ availableCents: 999_000 });
    expect(await incidentsOf(one.stack, id)).toHaveLength(incidents);
  });
});
