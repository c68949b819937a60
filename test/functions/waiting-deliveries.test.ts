import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import { accountQuery, type Caller } from '../support/api.ts';
import { dyingAt } from '../support/faults.ts';
import { type AnswerWith, openPlainReceiver } from '../support/receiver.ts';
import { sweep } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, deliver, heldQueues, type Registered, register } from '../support/webhooks.ts';

const waitingMax = 6;
const settings = {
  WEBHOOK_LADDER_SECONDS: '5,60,1000,2000,4000',
  WEBHOOK_TIMEOUT_SECONDS: '60',
  WEBHOOK_PATIENCE_SECONDS: '60',
  WEBHOOK_WAITING_MAX: String(waitingMax),
};
const used = useStack({ settings });

/** The receivers of an account. The test sets the clock and delivers the messages itself. */
async function openAccount(answer: AnswerWith, webhooks = 1) {
  const [caller, receiver] = [await used.newCaller(), await openPlainReceiver(answer)];
  const registered: Registered[] = [];
  for (let count = 0; count < webhooks; count++)
    registered.push(await register(caller, `${receiver.url}/${count}`, 'PIX_CASHOUT_CREATED'));
  // This webhook gets the events about the other webhooks. It is registered before the workers' clock begins.
  const listener = await register(caller, `${receiver.url}/listener`, 'INTEGRATION');
  const { queues, messages } = heldQueues(used.stack);
  let time = Date.now();
  const deps = used.stack.with({
    queues,
    now: () => new Date(time),
    ids: { ...used.stack.deps.ids, fraction: () => 0 },
  });
  const [webhook] = registered as [Registered];
  const isOurs = ({ message }: { message: DeliveryMessage }) =>
    registered.some(({ id }) => id === message.webhook.id);
  return {
    caller,
    receiver,
    webhook,
    listener,
    deps,
    pass: (seconds: number): void => {
      time += seconds * 1000;
    },
    /** Returns the messages sent since the last call, without those for rows of other tests. */
    take: () => messages.splice(0).filter(isOurs),
    deliver: (message: DeliveryMessage, by: Deps = deps) => deliver(used.stack, message, by),
    async happen(): Promise<DeliveryMessage[]> {
      await createCashout(used.stack, caller, queues);
      return messages
        .splice(0)
        .filter(isOurs)
        .map(({ message }) => message);
    },
    sweep: () => sweep(deps, 'deliveries'),
    deliveries: () => listDeliveries(caller, webhook),
    async health() {
      const ref = await used.stack.deps.webhooks.find(webhook.id);
      return ref && (await used.stack.deps.webhooks.get(ref))?.health;
    },
  };
}

async function listDeliveries(caller: Caller, { id }: Registered) {
  const { results } = (await caller.call('GET', `/api/webhooks/${id}/deliveries?limit=100`)).body;
  return results as { id: number; event_type: string; status: string; attempts: number }[];
}

const statuses = (deliveries: { id: number; status: string }[]) =>
  Object.fromEntries(deliveries.map(({ id, status }) => [id, status]));

/** Opens a failing receiver, and returns the messages of its deliveries after the first was attempted. */
async function openFailing(deliveries: number) {
  let isUp = false;
  const one = await openAccount((response) => response.writeHead(isUp ? 200 : 500).end());
  const messages: DeliveryMessage[] = [];
  for (let count = 0; count < deliveries; count++) messages.push(...(await one.happen()));
  await one.deliver(messages[0] as DeliveryMessage);
  return {
    ...one,
    messages,
    recover: () => {
      isUp = true;
    },
  };
}

describe('deliveries to a receiver that fails', () => {
  test('waiting deliveries have no messages of their own, whatever their number', async () => {
    const one = await openFailing(5);
    const [retry] = one.take();
    expect(retry).toMatchObject({ delay: 5, message: { sequence: 1 } });

    for (const message of one.messages.slice(1)) await one.deliver(message);
    expect(one.take()).toEqual([]);
    one.pass(3_600);
    await one.sweep();
    expect(one.take().map(({ message }) => message.sequence)).toEqual([1]);
    expect(one.receiver.heard).toHaveLength(1);
    expect((await one.deliveries()).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 1]);
  });

  test('waiting deliveries are tried one after the other, even if each next attempt is far in the future', async () => {
    const one = await openFailing(4);
    one.take();
    for (const message of one.messages.slice(1)) await one.deliver(message);
    const tried: number[][] = [];
    let [next] = [{ delay: 0, message: { ...(one.messages[0] as DeliveryMessage), revision: 2 } }];
    for (let round = 0; round < 6; round++) {
      one.pass(next.delay + 5);
      await one.deliver(next.message);
      const sent = one.take();
      tried.push([next.message.sequence, ...sent.map(({ delay }) => delay)]);
      next = sent.find(({ delay }) => delay <= 300) ?? next;
    }

    // The delay of each delivery grows until it is longer than the pause of the receiver.
    expect(tried).toEqual([
      [1, 60],
      [1, 300],
      [2, 300],
      [2, 300],
      [2, 300],
      [3, 300],
    ]);
  });

  test('waiting deliveries are sent as soon as the receiver has recovered', async () => {
    const one = await openFailing(5);
    const [retry] = one.take();
    for (const message of one.messages.slice(1)) await one.deliver(message);
    one.recover();
    one.pass(5);

    await one.deliver(retry?.message as DeliveryMessage);
    const released = one.take();
    expect(released.map(({ message, delay }) => [message.sequence, delay])).toEqual(
      expect.arrayContaining([2, 3, 4, 5].map((sequence) => [sequence, 0])),
    );
    for (const { message } of released) await one.deliver(message);

    expect(statuses(await one.deliveries())).toEqual({
      1: 'DELIVERED',
      2: 'DELIVERED',
      3: 'DELIVERED',
      4: 'DELIVERED',
      5: 'DELIVERED',
    });
    expect(await one.health()).not.toHaveProperty('waiting');
  });

  test('the waiting deliveries of a deleted webhook are cancelled after the sweep has resumed them', async () => {
    const one = await openFailing(3);
    for (const message of one.messages.slice(1)) await one.deliver(message);
    await one.caller.call('DELETE', `/api/webhooks/${one.webhook.id}`);
    one.take();
    one.pass(6 * 3_600 + 1);

    await one.sweep();
    for (const { message } of one.take()) await one.deliver(message);

    const rows = await Promise.all(
      [1, 2, 3].map((sequence) => one.deps.deliveries.get({ webhookId: one.webhook.id, sequence })),
    );
    expect(rows.map((row) => row?.status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
  });

  test.each(['before', 'after'] as const)(
    'all waiting deliveries arrive even if the worker that resumes them dies %s any of its calls',
    { tags: 'dear' },
    async (moment) => {
      for (let call = 1; ; call++) {
        const one = await openFailing(4);
        const [retry] = one.take();
        for (const message of one.messages.slice(1)) await one.deliver(message);
        one.recover();
        one.pass(5);
        const { client, died } = dyingAt(call, moment);
        const dying = used.stack.with({ client, queues: one.deps.queues, now: one.deps.now });
        const first = one.deliver(retry?.message as DeliveryMessage, dying).then(() => 'finished');
        const outcome = await Promise.race([first, died]);
        for (let round = 0; round < 4; round++) {
          for (const { message } of one.take()) await one.deliver(message);
          one.pass(6 * 3_600 + 1);
          await one.sweep();
        }

        expect(new Set(Object.values(statuses(await one.deliveries())))).toEqual(new Set(['DELIVERED']));
        if (outcome === 'finished') break;
      }
    },
  );

  test('deliveries above the limit of waiting deliveries are HELD, and the account gets one event', async () => {
    const one = await openFailing(2);
    one.take();
    await one.deliver(one.messages[1] as DeliveryMessage);
    expect(await one.health()).toMatchObject({ waiting: { from: 2, before: 2 + waitingMax } });
    for (let count = 0; count < waitingMax + 1; count++) {
      for (const message of await one.happen()) await one.deliver(message);
    }

    // The sequence number in between is the event about the held deliveries.
    const held = Object.entries(statuses(await one.deliveries())).filter(([, status]) => status === 'HELD');
    expect(held.map(([id]) => Number(id))).toEqual([waitingMax + 2, waitingMax + 4]);
    for (let round = 0; round < 3; round++) {
      one.pass(20_000);
      await one.sweep();
      for (const { message } of one.take()) await one.deliver(message);
    }
    const told = await listDeliveries(one.caller, one.listener);
    expect(told.map(({ event_type }) => event_type)).toEqual(['webhook.backlog_full']);
    const { id } = told[0] as { id: number };
    const event = (await one.caller.get(`/v3/events?${accountQuery(one.caller.source)}&after=${id - 1}`)).body
      .results[0];
    expect(event.data).toEqual({
      webhook_id: one.webhook.id,
      failing_since: expect.any(String),
      held_from: waitingMax + 2,
    });
  });
});

describe('deliveries to slow receivers', () => {
  test('deliveries of one account use at most ten workers, and another account’s receiver is tried concurrently', async () => {
    const open: (() => void)[] = [];
    const many = await openAccount((response) => void open.push(() => response.end()), 12);
    const other = await openAccount((response) => void response.end());
    const messages = await many.happen();
    const attempts = messages.map((message) => many.deliver(message));
    await expect.poll(() => open.length, { interval: 5 }).toBe(10);

    for (const message of await other.happen()) await other.deliver(message);
    expect(other.receiver.heard).toHaveLength(1);

    expect(open).toHaveLength(10);
    for (const answer of open.splice(0)) answer();
    await Promise.all(attempts);
    const put = many.take();
    expect(put.map(({ delay }) => delay)).toEqual([1, 1]);
    expect(many.receiver.heard).toHaveLength(10);
    const later = put.map(({ message }) => many.deliver(message));
    await expect.poll(() => open.length, { interval: 5 }).toBe(2);
    for (const answer of open.splice(0)) answer();
    await Promise.all(later);
    expect(many.receiver.heard).toHaveLength(12);
  });

  test('after a time-out, the worker slots of dead workers are free for the account’s deliveries again', async () => {
    const { caller } = await openAccount((response) => void response.end());
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const account = { branch, number };
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    const after = (milliseconds: number) => () => new Date(start + milliseconds);
    const attemptsAfter = (milliseconds: number) =>
      used.stack.with({ now: after(milliseconds) }).slowAttempts;
    const takeAll = (count: number, milliseconds: number) =>
      Promise.all(Array.from({ length: count }, () => attemptsAfter(milliseconds).take(account)));
    const taken = await takeAll(11, 0);
    expect(taken.filter(Boolean)).toHaveLength(10);
    expect(new Set(taken.map((one) => one?.slot)).size).toBe(11);

    const attempt = (used.stack.config.WEBHOOK_TIMEOUT_SECONDS + 10) * 1_000;
    expect(await attemptsAfter(attempt).take(account)).toBeUndefined();
    const again = await attemptsAfter(attempt + 1).take(account);
    expect(again).toBeDefined();
    // The worker that was considered dead does not release a slot that it no longer owns.
    const first = taken.find((one) => one?.slot === again?.slot);
    if (first) await attemptsAfter(attempt + 1).give(first);
    const leases = await takeAll(10, attempt + 1);
    expect(leases.filter(Boolean)).toHaveLength(9);
  });
});
