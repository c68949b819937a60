// Tests Woovi's callbacks: their senders, and the money that they move. Each return is looked up at the fake Woovi,
// over HTTPS.

import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { pollNetwork } from '../../lib/incoming/poll-network.ts';
import { networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { openWooviStack, type WooviStack } from './woovi-stack.ts';

const secret = 'local-network-callback';
const newPair = () => generateKeyPairSync('rsa', { modulusLength: 1_024 });
const [woovis, another, next] = [newPair(), newPair(), newPair()];
const published = ({ publicKey }: typeof woovis) => ({
  key_identifier: 'x',
  is_current: true,
  key: String(publicKey.export({ type: 'spki', format: 'pem' })),
});

let one: WooviStack;
beforeAll(async () => {
  one = await openWooviStack();
  one.keys.push(published(woovis));
});
afterAll(() => one.close());

async function payOut(): Promise<{ caller: Caller; id: number; endToEndId: string }> {
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send));
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  return { caller, id, endToEndId: await settle(id) };
}
async function settle(id: number): Promise<string> {
  await takeStep(one.stack.deps, id);
  await takeStep({ ...one.stack.deps, now: () => new Date(Date.now() + 600_000) }, id);
  const paid = await one.stack.deps.cashouts.get(id);
  expect(paid?.status).toBe('SUCCESS');
  return paid?.endToEndId ?? '';
}
const statusOf = async (caller: Caller, id: number) => (await caller.get(`/v3/cashouts/${id}`)).body.status;

let made = 0;
/** Adds a return of this many cents at Woovi. @returns its id */
function giveBack(value: number, time = new Date().toISOString(), status = 'CONFIRMED'): string {
  made += 1;
  const endToEndId = `D60701190202611211200${String(made).padStart(11, '0')}`;
  one.returns.push({ endToEndId, value, time, type: 'REFUND', status });
  return endToEndId;
}
const returned = (returnId: string, endToEndId: string) => ({
  event: 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED',
  refundTransaction: { value: 999_999, endToEndId: returnId, status: 'CONFIRMED', type: 'REFUND' },
  originalTransaction: { endToEndId, type: 'WITHDRAW' },
});

type How = { by?: typeof woovis; authorization?: string; sent?: (body: string) => string };
/** Sends a callback. @returns the status, the transfers that are looked up, and the notices on the queue */
async function tell(
  notice: object,
  { by = woovis, authorization = secret, sent = (body) => body }: How = {},
) {
  const [transfers, events] = [[] as unknown[], [] as unknown[]];
  const queues = {
    ...one.stack.deps.queues,
    sendAll: async (_: string, all: readonly object[]) => void transfers.push(...all),
    sendEvent: async (event: object) => void events.push(event),
  };
  const body = JSON.stringify(notice);
  const signature = createSign('sha256').update(body).sign(by.privateKey, 'base64');
  const headers = { authorization, 'x-webhook-signature': signature };
  const call = { method: 'POST', path: '/network/pix', headers, body: sent(body) };
  const deps = { ...one.stack.deps, queues } as typeof one.stack.deps;
  const { status } = await sendInProcess(one.stack, deps)(call);
  return { status, transfers, events };
}
/** Sends a callback and applies its notices. */
async function apply(notice: object): Promise<number> {
  const { status, events } = await tell(notice);
  for (const event of events) await applyNetworkEvent(one.stack.deps, networkEvent.parse(event));
  return status;
}

describe('a return of a payout by Woovi', () => {
  test('the amount at Woovi is credited once, however often the callback comes', async () => {
    const { caller, id, endToEndId } = await payOut();
    const notice = returned(giveBack(1_000), endToEndId);
    expect([await apply(notice), await apply(notice)]).toEqual([200, 200]);
    expect(await statusOf(caller, id)).toBe('REFUNDED');
    expect(await expectLedgerAddsUp(one.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
  });

  test('a payout that is returned in parts becomes REFUNDED with the last part', async () => {
    const { caller, id, endToEndId } = await payOut();
    await apply(returned(giveBack(400), endToEndId));
    expect(await statusOf(caller, id)).toBe('SUCCESS');
    await apply(returned(giveBack(600), endToEndId));
    expect(await statusOf(caller, id)).toBe('REFUNDED');
  });

  test('a return that arrives before its payout is settled is credited after the payout is settled', async () => {
    const { caller, id, endToEndId } = await payOut();
    const { events } = await tell(returned(giveBack(1_000), endToEndId));
    const parked: [object, number | undefined][] = [];
    const queues = {
      ...one.stack.deps.queues,
      sendEvent: async (event: object, wait?: number) => void parked.push([event, wait]),
    };
    const unsettled = {
      ...one.stack.deps,
      queues,
      networkIds: { ...one.stack.deps.networkIds, find: async () => undefined },
    } as typeof one.stack.deps;
    await applyNetworkEvent(unsettled, networkEvent.parse(events[0]));
    expect(parked).toEqual([[{ ...(events[0] as object), parked: 1 }, expect.any(Number)]]);
    expect(await statusOf(caller, id)).toBe('SUCCESS');

    await applyNetworkEvent(one.stack.deps, networkEvent.parse(parked[0]?.[0]));
    expect(await statusOf(caller, id)).toBe('REFUNDED');
  });

  test('a return of a payment that this service has not made is left to a person after a day', async () => {
    const returnId = giveBack(1_000);
    const { events } = await tell(returned(returnId, `E54811417202611211200${'z'.repeat(11)}`));
    await applyNetworkEvent(one.stack.deps, networkEvent.parse({ ...(events[0] as object), parked: 100 }));
    expect(await one.stack.deps.incidents.get(`return-${returnId}`)).toMatchObject({
      kind: 'network_event_not_applied',
      details: expect.stringContaining('E54811417'),
    });
  });

  test('a return that Woovi does not have moves nothing, and its callback is refused', async () => {
    const { caller, id, endToEndId } = await payOut();
    const told = await tell(returned(`D${'0'.repeat(31)}`, endToEndId));
    expect(told).toEqual({ status: 503, transfers: [], events: [] });
    expect(await statusOf(caller, id)).toBe('SUCCESS');
  });

  test.each(['REJECTED', 'IN_PROCESSING', 'ANOTHER'])(
    'a return that is %s at Woovi moves nothing, and its callback is refused',
    async (status) => {
      const { caller, id, endToEndId } = await payOut();
      const told = await tell(returned(giveBack(1_000, undefined, status), endToEndId));
      expect(told).toEqual({ status: 503, transfers: [], events: [] });
      expect(await statusOf(caller, id)).toBe('SUCCESS');
    },
  );

  test('a return whose callback never came is reported to a person once', async () => {
    const hour = new Date();
    hour.setUTCMinutes(1);
    const at = (hoursAgo: number) => new Date(hour.getTime() - hoursAgo * 3_600_000).toISOString();
    const { id, endToEndId } = await payOut();
    const rejected = giveBack(1_000, at(5), 'REJECTED');
    const [credited, lost, young] = [giveBack(1_000, at(5)), giveBack(700, at(5)), giveBack(300, at(1))];
    await apply(returned(credited, endToEndId));
    const deps = { ...one.stack.deps, now: () => hour };
    await pollNetwork(deps);
    await pollNetwork(deps);
    const incident = (id: string) => one.stack.deps.incidents.get(`unnamed-return-${id}`);
    expect(await incident(lost)).toMatchObject({ details: expect.stringContaining('7.00') });
    for (const returnId of [credited, young, rejected]) expect(await incident(returnId)).toBeUndefined();
    expect((await one.stack.deps.cashouts.get(id))?.status).toBe('REFUNDED');
  });
});

describe('the origin of a callback', () => {
  const moved = {
    event: 'OPENPIX:MOVEMENT_CONFIRMED',
    payment: { correlationID: '42', status: 'CONFIRMED' },
  };

  test.each(['OPENPIX:MOVEMENT_CONFIRMED', 'OPENPIX:MOVEMENT_FAILED'])(
    'a callback %s only leads to a look-up of the payment',
    async (event) => {
      expect(await tell({ ...moved, event })).toEqual({ status: 200, transfers: [{ id: 42 }], events: [] });
    },
  );

  test('a callback about a failed payment leads to a look-up with the reason of the callback', async () => {
    const error = { code: 'PIX_KEY_INFO_NOT_FOUND', description: 'A chave pix não está registrada' };
    expect(await tell({ ...moved, event: 'woovi:MOVEMENT_FAILED', error })).toEqual({
      status: 200,
      transfers: [],
      events: [
        {
          version: 1,
          kind: 'payment_explained',
          cashoutId: 42,
          reason: { kind: 'failed', code: '', text: 'Pix key not found' },
        },
      ],
    });
  });

  test('a reason of any length and in any characters is passed on, and can be read', async () => {
    for (const text of ['\u{1F600}'.repeat(200), '\uD800'.repeat(200), '\u0000', '<script>'.repeat(50)]) {
      const transaction = { providerErrorCode: 'XX99', providerRejectedReason: text };
      const told = { ...moved, event: 'woovi:MOVEMENT_FAILED', error: { code: text }, transaction };
      const { events } = await tell(told);
      expect(events).toHaveLength(1);
      expect(networkEvent.safeParse(events[0])).toMatchObject({ success: true });
    }
  });

  test('a callback about a removed payment is passed on', async () => {
    const { status, events } = await tell({ ...moved, event: 'woovi:MOVEMENT_REMOVED' });
    expect([status, events]).toEqual([200, [{ version: 1, kind: 'payment_removed', cashoutId: 42 }]]);
  });

  test('a callback with the key of another signer is refused', async () => {
    expect(await tell(moved, { by: another })).toEqual({ status: 401, transfers: [], events: [] });
  });
  test('a callback with changed bytes is refused', async () => {
    const told = await tell(moved, { sent: (body) => body.replace('42', '43') });
    expect(told).toEqual({ status: 401, transfers: [], events: [] });
  });
  test('a callback that Woovi has signed for another of its customers is refused', async () => {
    const told = await tell(moved, { authorization: 'the secret of somebody else' });
    expect(told).toEqual({ status: 401, transfers: [], events: [] });
  });
  test('a callback with our secret and without a signature of Woovi is refused', async () => {
    const headers = { authorization: secret };
    const call = { method: 'POST', path: '/network/pix', headers, body: JSON.stringify(moved) };
    expect((await sendInProcess(one.stack)(call)).status).toBe(401);
  });

  test.each([
    ['of another kind', { event: 'OPENPIX:CHARGE_COMPLETED', charge: {} }],
    ['without a name', { event: '' }],
    ['about a payment that was made by hand', { ...moved, payment: { correlationID: 'by hand' } }],
  ])('a signed callback %s is accepted and moves nothing', async (_, notice) => {
    expect(await tell(notice)).toEqual({ status: 200, transfers: [], events: [] });
  });

  test('a signed return that cannot be read is refused, so that Woovi sends it again', async () => {
    const told = await tell({ ...returned('x', 'y') });
    expect(told).toEqual({ status: 503, transfers: [], events: [] });
  });

  test('a new key of Woovi is valid as soon as it is published, and an old key as long as it is published', async () => {
    one.keys.push(published(next));
    expect((await tell(moved, { by: next })).status).toBe(401);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await tell(moved, { by: next })).status).toBe(200);
    expect((await tell(moved)).status).toBe(200);
    vi.useRealTimers();
  });

  test('callbacks are accepted by the known keys while Woovi does not answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 });
    one.psp.faults.push('503 before');
    expect((await tell(moved)).status).toBe(200);
    vi.useRealTimers();
  });

  test('a callback is refused with 503 while no key of Woovi is known, so that Woovi sends it again', async () => {
    const fresh = await openWooviStack();
    const before = one;
    one = fresh;
    expect((await tell(moved)).status).toBe(503);
    one = before;
    await fresh.close();
  });
});
