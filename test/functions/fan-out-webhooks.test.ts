import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeTransfer } from '../../lib/operations/complete-transfer.ts';
import { recordOwedEvents } from '../../lib/operations/record-owed-events.ts';
import { openCaller, openTenant, type Send, sendInProcess } from '../support/api.ts';
import { dyingAt } from '../support/faults.ts';
import { eventsOf } from '../support/ledger.ts';
import { openStack, type Stack } from '../support/stack.ts';

let stack: Stack;
let send: Send;
beforeAll(async () => {
  stack = await openStack();
  send = sendInProcess(stack);
});
afterAll(() => stack.stop());

const newCaller = async () => openCaller(send, await openTenant(send));
const message = (id: number) => ({ Records: [{ messageId: '1', body: JSON.stringify({ version: 1, id }) }] });

test('each state change is recorded once, as the API would have answered then, even when recorded late', async () => {
  const caller = await newCaller();
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const id = created.body.id as number;
  await caller.post('/approve-cashout', { id });
  await completeTransfer(stack.deps, id);

  expect(await stack.invoke('fanOutWebhooks', message(id))).toEqual({ batchItemFailures: [] });
  await stack.invoke('fanOutWebhooks', message(id));

  const events = (await eventsOf(stack, caller.tenant)).map(({ body }) => JSON.parse(body));
  expect(events.map((event) => [event.id, event.type, event.types, event.data.status])).toEqual([
    [`cashout-${id}-created`, 'cashout.created', ['PIX_CASHOUT_CREATED'], 'NEW'],
    [`cashout-${id}-approved`, 'cashout.approved', [], 'PROCESSING'],
    [`cashout-${id}-succeeded`, 'cashout.succeeded', ['PIX_CASHOUT_SUCCESS', 'CASHOUT'], 'SUCCESS'],
  ]);
  expect(events[0].data.recipient_name).toBeNull();
  expect(events[2].data).toEqual((await caller.get(`/v3/cashouts/${id}`)).body);
});

test('NEW owes nothing once its event is recorded, PROCESSING stays on the list until it ends', async () => {
  const caller = await newCaller();
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const waiting = (await caller.post('/create-cashout', body)).body.id as number;
  const running = (await caller.post('/create-cashout-self-approve', body)).body.id as number;

  await recordOwedEvents(stack.deps, waiting);
  await recordOwedEvents(stack.deps, running);

  const [quiet, open] = await Promise.all([waiting, running].map((id) => stack.deps.cashouts.get(id)));
  expect([quiet?.owedEvents, quiet?.lane, quiet?.dueAt]).toEqual([[], undefined, undefined]);
  expect([open?.owedEvents, typeof open?.lane, typeof open?.dueAt]).toEqual([[], 'string', 'string']);
});

test.each(['before', 'after'] as const)(
  'a recorder that dies %s any of its calls loses and doubles nothing',
  async (moment) => {
    const caller = await newCaller();
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
      const first = recordOwedEvents(stack.with({ client }), id).then(() => 'finished');
      const outcome = await Promise.race([first, died]);
      await recordOwedEvents(stack.deps, id);
      expect((await stack.deps.cashouts.get(id))?.owedEvents).toEqual([]);
      if (outcome === 'finished') break;
    }

    const recorded = (await eventsOf(stack, caller.tenant)).map((event) => event.id);
    expect(recorded.sort()).toEqual(ids.map((id) => `cashout-${id}-created`).sort());
  },
);

test('a change that comes while another is being recorded is recorded too', async () => {
  const caller = await newCaller();
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const id = created.body.id as number;
  const { events } = stack.deps;
  let approved = false;
  const meanwhile: typeof events = {
    ...events,
    append: async (event) => {
      if (!approved) await caller.post('/approve-cashout', { id });
      approved = true;
      return events.append(event);
    },
  };

  await recordOwedEvents({ ...stack.deps, events: meanwhile }, id);

  expect((await eventsOf(stack, caller.tenant)).map((event) => event.id)).toEqual([
    `cashout-${id}-created`,
    `cashout-${id}-approved`,
  ]);
});
