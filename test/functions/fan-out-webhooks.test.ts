import { describe, expect, test } from 'vitest';
import { makeQueues, type Queues } from '../../lib/app/queues.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { deliverWebhook } from '../../lib/webhook/deliver-webhook.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { dyingAt } from '../support/faults.ts';
import { eventsOf } from '../support/ledger.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { openStack } from '../support/stack.ts';
import { offerEach, sweep } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';
import {
  createCashout,
  fanOutFeed,
  heldQueues,
  type Registered,
  register,
  tell,
} from '../support/webhooks.ts';

const used = useStack();
const message = (id: number) => ({
  Records: [{ messageId: '1', body: JSON.stringify({ version: 1, ids: [id] }) }],
});

test('each status change is recorded once, even if late, with the answer that the API gave at that time', async () => {
  const caller = await used.newCaller();
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const id = created.body.id as number;
  await caller.post('/approve-cashout', { id });
  await takeStep(used.stack.deps, id);

  expect(await used.stack.invoke('fanOutWebhooks', message(id))).toEqual({ batchItemFailures: [] });
  await used.stack.invoke('fanOutWebhooks', message(id));

  const events = (await eventsOf(used.stack, caller.tenant)).map(({ body }) => JSON.parse(body));
  expect(events.map((event) => [event.id, event.type, event.types, event.data.status])).toEqual([
    [`cashout-${id}-created`, 'cashout.created', ['PIX_CASHOUT_CREATED'], 'NEW'],
    [`cashout-${id}-approved`, 'cashout.approved', [], 'PROCESSING'],
    [`cashout-${id}-succeeded`, 'cashout.succeeded', ['PIX_CASHOUT_SUCCESS', 'CASHOUT'], 'SUCCESS'],
  ]);
  expect(events[0].data.recipient_name).toBeNull();
  expect(events[2].data).toEqual((await caller.get(`/v3/cashouts/${id}`)).body);
});

test('an event that is complete in its message is recorded and delivered once, even if the worker dies', async () => {
  const caller = await used.newCaller();
  const webhook = await register(caller, 'https://receiver.example.com/', 'INTEGRATION');
  const [account] = caller.tenant.accounts;
  const { source_account_branch_identifier: branch = '', source_account_number: number = '' } = account ?? {};
  const pending = {
    account: { branch, number },
    id: `webhook-${webhook.id}-paused-operator-1`,
    at: new Date(Date.parse(webhook.created_at) + 1_000).toISOString(),
    type: 'webhook.paused',
    types: ['INTEGRATION' as const],
    body: JSON.stringify({ id: 'ção' }),
  };
  const sent: string[] = [];
  const send = async ({ input }: { input: { MessageBody: string } }) => void sent.push(input.MessageBody);
  await makeQueues({ send } as never, used.stack.config).sendAccountEvent(pending);
  const records = { Records: sent.map((body) => ({ messageId: '1', body })) };

  for (let call = 1; ; call++) {
    const { client, died } = dyingAt(call, 'after');
    const dying = used.stack.with({ client });
    const first = used.stack.invoke('fanOutWebhooks', records, dying).then(() => 'finished');
    if ((await Promise.race([first, died])) === 'finished') break;
  }
  expect(await used.stack.invoke('fanOutWebhooks', records)).toEqual({ batchItemFailures: [] });
  await fanOutFeed(used.stack.deps, pending.account);

  const { account: _, ...event } = pending;
  expect(await used.stack.deps.events.list(pending.account, 0, 10)).toMatchObject([
    { sequence: 1, ...event },
  ]);
  const deliveries = await used.stack.deps.deliveries.list(webhook.id, 10, 10);
  expect(deliveries).toMatchObject([{ eventId: pending.id, sequence: 1 }]);
});

test('a NEW or PROCESSING cashout stays in the index of open work after its event is recorded', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const waiting = (await caller.post('/create-cashout', body)).body.id as number;
  const running = (await caller.post('/create-cashout-self-approve', body)).body.id as number;

  await recordPendingEvents(used.stack.deps, waiting);
  await recordPendingEvents(used.stack.deps, running);

  const rows = await Promise.all([waiting, running].map((id) => used.stack.deps.cashouts.get(id)));
  for (const row of rows)
    expect([row?.pendingEvents, typeof row?.openAccount, typeof row?.dueAt]).toEqual([
      [],
      'string',
      'string',
    ]);
});

test.each(['before', 'after'] as const)(
  'a worker that dies %s any of its calls while recording an event neither loses nor duplicates an event',
  async (moment) => {
    const caller = await used.newCaller();
    const ids: number[] = [];
    for (let call = 1; ; call++) {
      const created = await caller.post('/create-cashout', {
        ...caller.source,
        amount: 10,
        key: 'fulano@example.com',
      });
      const id = created.body.id as number;
      ids.push(id);
      const { client, died } = dyingAt(call, moment);
      const first = recordPendingEvents(used.stack.with({ client }), id).then(() => 'finished');
      const outcome = await Promise.race([first, died]);
      await recordPendingEvents(used.stack.deps, id);
      expect((await used.stack.deps.cashouts.get(id))?.pendingEvents).toEqual([]);
      if (outcome === 'finished') break;
    }

    const recorded = (await eventsOf(used.stack, caller.tenant)).map((event) => event.id);
    expect(recorded.sort()).toEqual(ids.map((id) => `cashout-${id}-created`).sort());
  },
);

test('a status change that happens while an earlier change is being recorded is recorded too', async () => {
  const caller = await used.newCaller();
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const id = created.body.id as number;
  const { cashouts } = used.stack.deps;
  let approved = false;
  const meanwhile: typeof cashouts = {
    ...cashouts,
    recordPending: async (cashout) => {
      if (!approved) await caller.post('/approve-cashout', { id });
      approved = true;
      return cashouts.recordPending(cashout);
    },
  };

  await recordPendingEvents({ ...used.stack.deps, cashouts: meanwhile }, id);

  expect((await eventsOf(used.stack, caller.tenant)).map((event) => event.id)).toEqual([
    `cashout-${id}-created`,
    `cashout-${id}-approved`,
  ]);
});

describe('the deliveries of an event', () => {
  const openedFor = async (caller: Caller, webhook: Registered) => {
    const found = await used.stack.deps.deliveries.list(webhook.id, Number.MAX_SAFE_INTEGER, 100);
    expect(found.every(({ account }) => account.number === caller.source.source_account_number)).toBe(true);
    return found.map(({ eventType }) => eventType).reverse();
  };

  test('one delivery of an event is opened per subscribed webhook, however many types match and however often the worker runs', async () => {
    const caller = await used.newCaller();
    const types = ['ALL', 'CASHOUT', 'PIX_CASHOUT_SUCCESS', 'PIX_CASHOUT_CREATED', 'INTEGRATION'];
    const webhooks = await Promise.all(types.map((type) => register(caller, 'https://r.example.com/', type)));
    const { queues, messages } = heldQueues(used.stack);
    const deps = { ...used.stack.deps, queues };
    const id = await createCashout(used.stack, caller, queues);
    await caller.post('/approve-cashout', { id });
    await takeStep(used.stack.deps, id);

    await Promise.all(Array.from({ length: 5 }, () => tell(deps, id)));
    await tell(deps, id);

    const opened = await Promise.all(webhooks.map((webhook) => openedFor(caller, webhook)));
    expect(Object.fromEntries(types.map((type, index) => [type, opened[index]]))).toEqual({
      ALL: ['cashout.created', 'cashout.succeeded'],
      CASHOUT: ['cashout.succeeded'],
      PIX_CASHOUT_SUCCESS: ['cashout.succeeded'],
      PIX_CASHOUT_CREATED: ['cashout.created'],
      INTEGRATION: [],
    });
    expect(messages).toHaveLength(5);
  });

  test('no delivery is opened for a webhook registered after the event, however late the event is recorded', async () => {
    const caller = await used.newCaller();
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout', body)).body;
    const late = await register(caller, 'https://r.example.com/');

    await tell(used.stack.deps, id);

    expect(await openedFor(caller, late)).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'all deliveries are opened even if the worker dies %s any of its calls and a second worker continues',
    async (moment) => {
      const caller = await used.newCaller();
      const webhooks = [
        await register(caller, 'https://r.example.com/'),
        await register(caller, 'https://r.example.com/'),
      ];
      for (let call = 1; ; call++) {
        const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
        const { id } = (await caller.post('/create-cashout', body)).body;
        const { client, died } = dyingAt(call, moment);
        const first = tell(used.stack.with({ client }), id).then(() => 'finished');
        const outcome = await Promise.race([first, died]);
        await tell(used.stack.deps, id);
        for (const webhook of webhooks) expect(await openedFor(caller, webhook)).toHaveLength(call);
        if (outcome === 'finished') break;
      }
    },
  );

  test('every final event is delivered even without the stream, with half of the messages lost and with dying workers', async () => {
    // The test has its own stack, because the sweep would also send work left by other tests.
    const stack = await openStack();
    const caller = await openCaller(sendInProcess(stack), await openTenant(sendInProcess(stack)));
    const receiver = await openPlainReceiver();
    await register(caller, receiver.url, 'CASHOUT');
    let time = Date.now();
    let sent = 0;
    const waiting: (() => Promise<void>)[] = [];
    const keep = (work: () => Promise<void>) => {
      sent += 1;
      if (sent % 2 === 0) waiting.push(work);
    };
    const send: Queues['send'] = async (queue, { id }) =>
      keep(() => (queue === 'transfers' ? takeStep(deps, id) : recordPendingEvents(deps, id)));
    const queues: Queues = {
      ...stack.deps.queues,
      send,
      offer: offerEach(send),
      sendDelivery: async (message) => keep(() => deliverWebhook(deps, message)),
    };
    const world = { queues, now: () => new Date(time) };
    const deps = stack.with(world);
    const ids: number[] = [];
    for (let count = 0; count < 5; count++) {
      const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
      ids.push((await caller.post('/create-cashout-self-approve', body)).body.id);
      // One worker dies while it records the latest event.
      const { client, died } = dyingAt(3 + count, 'after');
      await Promise.race([recordPendingEvents(stack.with({ ...world, client }), ids.at(-1) ?? 0), died]);
    }

    for (let round = 0; round < 40; round++) {
      time += 4_000_000;
      await sweep(deps, 'cashouts', 'deliveries');
      for (const work of waiting.splice(0)) await work();
    }

    const heard = receiver.heard.map(({ body }) => JSON.parse(body).id);
    expect(heard.sort()).toEqual(ids.map((id) => `cashout-${id}-succeeded`).sort());
    await receiver.close();
    await stack.stop();
  });
});
