import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountQuery,
  type Caller,
  ended,
  openCaller,
  openTenant,
  openWorld,
  statementPath,
  until,
  type World,
} from '../support/api.ts';
import { openPlainReceiver, type PlainReceiver } from '../support/receiver.ts';
import { type Registered, register, verified } from '../support/webhooks.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const newCaller = async () => openCaller(world.send, await openTenant(world.send));

type Watched = Registered & { receiver: PlainReceiver; type: string };

async function watch(caller: Caller, types: string[]): Promise<Watched[]> {
  const watched: Watched[] = [];
  for (const type of types) {
    const receiver = await openPlainReceiver();
    watched.push({ ...(await register(caller, receiver.url, type)), receiver, type });
  }
  return watched;
}

/** Returns the received events by the type of their webhook, after verifying each signature. */
function arrived(watched: Watched[]) {
  return Object.fromEntries(
    watched.map(({ type, receiver, secret }) => [
      type,
      receiver.heard.map((heard) => {
        const event = verified(heard, secret);
        return [event.type, event.data.status ?? null, event.data.amount];
      }),
    ]),
  );
}

const countOf = (watched: Watched[]) => watched.reduce((sum, { receiver }) => sum + receiver.heard.length, 0);
const settle = (watched: Watched[], count: number) =>
  until(
    async () => countOf(watched),
    (arrivals) => arrivals >= count,
  );
const close = (watched: Watched[]) => Promise.all(watched.map(({ receiver }) => receiver.close()));

describe('the owner of webhooks', () => {
  test('the owner gets exactly the subscribed cashout events, each once, and no event for a replay', async () => {
    const caller = await newCaller();
    const watched = await watch(caller, [
      'ALL',
      'CASHOUT',
      'PIX_CASHOUT_CREATED',
      'PIX_CASHOUT_SUCCESS',
      'CASHIN',
      'INTERNAL',
      'INTERNAL APPROVE',
      'INTEGRATION',
    ]);
    const body = { ...caller.source, amount: 12.34, key: 'fulano@example.com' };
    const key = { 'idempotency-key': crypto.randomUUID() };

    const { id } = (await caller.post('/create-cashout', body, key)).body;
    await caller.post('/create-cashout', body, key);
    await caller.post('/approve-cashout', { id });
    expect((await ended(caller, id)).body.status).toBe('SUCCESS');
    await caller.post('/create-cashout', body, key);
    await settle(watched, 5);
    // These events are sent after all events of the first cashout, so an event sent by mistake would have arrived by
    // now.
    const second = (await caller.post('/create-cashout', { ...body, amount: 1 })).body;
    await settle(watched, 7);

    const created = ['cashout.created', 'NEW', 12.34];
    const succeeded = ['cashout.succeeded', 'SUCCESS', 12.34];
    const other = ['cashout.created', 'NEW', 1];
    const sorted = arrived(watched);
    expect(sorted).toEqual({
      ALL: expect.arrayContaining([created, succeeded, other]),
      CASHOUT: [succeeded],
      PIX_CASHOUT_CREATED: expect.arrayContaining([created, other]),
      PIX_CASHOUT_SUCCESS: [succeeded],
      CASHIN: [],
      INTERNAL: [],
      'INTERNAL APPROVE': [],
      INTEGRATION: [],
    });
    expect(countOf(watched)).toBe(7);
    expect(second.status).toBe('NEW');
    await close(watched);
  });

  test('the owners of both accounts get events about an internal transfer', async () => {
    const [payer, payee] = [await newCaller(), await newCaller()];
    const types = ['ALL', 'INTERNAL', 'INTERNAL APPROVE', 'CASHIN', 'CASHOUT'];
    const [sent, received] = [await watch(payer, types), await watch(payee, types)];
    const body = { ...payer.source, amount: 5, key: payee.tenant.accounts[0]?.pix_key, tag: 'private' };

    const { id } = (await payer.post('/create-cashout-self-approve', body)).body;
    await settle(sent, 6);
    await settle(received, 3);

    const cashIn = ['cashin.received', null, 5];
    const approved = ['cashout.internal_approved', 'PROCESSING', 5];
    const succeeded = ['cashout.succeeded', 'SUCCESS', 5];
    expect(arrived(sent)).toEqual({
      ALL: expect.arrayContaining([['cashout.created', 'PROCESSING', 5], approved, succeeded]),
      INTERNAL: [succeeded],
      'INTERNAL APPROVE': [approved],
      CASHIN: [],
      CASHOUT: [succeeded],
    });
    expect(arrived(received)).toEqual({
      ALL: [cashIn],
      INTERNAL: [cashIn],
      'INTERNAL APPROVE': [],
      CASHIN: [cashIn],
      CASHOUT: [],
    });
    expect(received.map(({ receiver }) => JSON.stringify(receiver.heard)).join()).not.toContain('private');
    const feed = await payee.get(`/v3/events?${accountQuery(payee.source)}`);
    const [credit] = (await payee.get(statementPath(payee.source))).body.results;
    expect(feed.body.results.map((event: { id: string }) => event.id)).toEqual([
      `cashin-${credit.transaction_id}-received`,
    ]);
    expect(JSON.stringify([credit, feed.body])).not.toContain(String(id));
    await close([...sent, ...received]);
  });

  test('the owner can list deliveries, send a test event, update a webhook and delete it', async () => {
    const caller = await newCaller();
    const [webhook] = (await watch(caller, ['PIX_CASHOUT_CREATED'])) as [Watched];
    const path = `/v3/accounts/api/webhooks/${webhook.id}`;

    const tested = (await caller.call('POST', `${path}/test`)).body;
    await settle([webhook], 1);
    const deliveries = await until(
      async () => (await caller.call('GET', `${path}/deliveries`)).body,
      ({ results }) => results[0].status !== 'PENDING',
    );
    expect(deliveries.results).toMatchObject([
      {
        id: tested.delivery_id,
        event_type: 'webhook.test',
        status: 'DELIVERED',
        attempts: 1,
        last_status: 200,
      },
    ]);
    const again = `${path}/deliveries/${tested.delivery_id}/redeliver`;
    expect((await caller.call('POST', again)).status).toBe(200);
    await settle([webhook], 2);
    expect(webhook.receiver.heard[1]?.body).toBe(webhook.receiver.heard[0]?.body);

    expect((await caller.call('PUT', path, { type_webhook: 'CASHIN' })).body.type_webhook).toBe('CASHIN');
    const query = accountQuery(caller.source);
    expect((await caller.call('GET', `/v3/accounts/api/webhooks/?${query}`)).body).toMatchObject([
      { id: webhook.id, type_webhook: 'CASHIN' },
    ]);
    expect((await caller.call('DELETE', `${path}/`)).body).toEqual({
      message: 'Webhook deleted successfully',
    });
    expect((await caller.call('GET', `/api/webhooks?${query}`)).body).toEqual([]);
    await close([webhook]);
  });

  test('the owner gets the event under the same id, even if the receiver fails at first', async () => {
    let failures = 2;
    const receiver = await openPlainReceiver((response) =>
      response.writeHead(failures-- > 0 ? 500 : 200).end(),
    );
    const caller = await newCaller();
    const { id, secret } = await register(caller, receiver.url, 'PIX_CASHOUT_CREATED');

    await caller.post('/create-cashout', { ...caller.source, amount: 1, key: 'fulano@example.com' });

    const done = await until(
      async () => (await caller.call('GET', `/api/webhooks/${id}/deliveries`)).body.results[0],
      (delivery) => delivery?.status === 'DELIVERED',
    );
    expect(done.log.map(({ status }: { status: number }) => status)).toEqual([500, 500, 200]);
    expect(new Set(receiver.heard.map((heard) => verified(heard, secret).id)).size).toBe(1);
    await receiver.close();
  });
});
