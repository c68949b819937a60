// Deliveries of events whose message was lost. Only the tests move the clock.

import { describe, expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { findMissingDeliveries } from '../../lib/recovery/find-missing-deliveries.ts';
import { type Delivery, type DeliveryMessage, messageOf } from '../../lib/webhook/delivery.ts';
import { dyingAt, shortPages } from '../support/faults.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { useStack } from '../support/use-stack.ts';
import { accountOf } from '../support/watches.ts';
import { deliver, fanOutOf, heldQueues, register } from '../support/webhooks.ts';

let time = Date.parse('2027-03-01T12:00:00.000Z');
const used = useStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });

/** Opens a company with a webhook and ended cashouts, each with two events in one page. */
async function openCase(type = 'ALL') {
  const caller = await used.newCaller();
  const receiver = await openPlainReceiver();
  const webhook = await register(caller, receiver.url, type);
  const { queues, messages } = heldQueues(used.stack);
  const deps = { ...used.stack.deps, queues };
  return {
    caller,
    receiver,
    webhook,
    deps,
    async pay(): Promise<void> {
      const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
      const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
      await takeStep(used.stack.deps, id);
    },
    look: (with_ = deps) => findMissingDeliveries(with_, accountOf(caller), () => true),
    opened: async () => {
      const found = await used.stack.deps.deliveries.list(webhook.id, Number.MAX_SAFE_INTEGER, 1_000);
      return found.map(({ sequence, status }) => `${sequence} ${status}`).reverse();
    },
    take: () => messages.splice(0).map(({ message }) => message),
  };
}

const pass = (seconds: number) => {
  time += seconds * 1_000;
};

describe('an event whose message was lost', () => {
  test('a minute after a check found the event, its deliveries are opened, each with a row and a message', async () => {
    const one = await openCase();
    await one.pay();

    expect([await one.look(), await one.opened()]).toEqual([true, []]);
    pass(59);
    expect([await one.look(), await one.opened()]).toEqual([true, []]);
    pass(1);
    expect([await one.look(), await one.opened()]).toEqual([false, ['1 PENDING', '2 PENDING']]);

    const messages = one.take();
    expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2]);
    for (const message of messages) await deliver(used.stack, message, one.deps);
    expect(one.receiver.heard.map(({ body }) => JSON.parse(body).type).sort()).toEqual([
      'cashout.created',
      'cashout.succeeded',
    ]);
    pass(60);
    expect([await one.look(), one.take()]).toEqual([false, []]);
    await one.receiver.close();
  });

  test('each delivery of the event is opened once, even if checks run concurrently after a check that died', {
    tags: 'dear',
  }, async () => {
    for (let call = 1; ; call++) {
      const one = await openCase();
      await one.pay();
      await one.look();
      pass(60);
      const { client, died } = dyingAt(call, 'after');
      const dying = { ...used.stack.with({ client }), queues: one.deps.queues };
      const outcome = await Promise.race([one.look(dying).then(() => 'finished'), died]);

      await Promise.all([one.look(), one.look()]);

      expect(await one.opened()).toEqual(['1 PENDING', '2 PENDING']);
      await one.receiver.close();
      if (outcome === 'finished') break;
    }
  });

  test('deliveries are opened only for webhooks that subscribe to the event and were registered before it', async () => {
    const one = await openCase('CASHOUT');
    await one.pay();
    pass(1);
    const late = await register(one.caller, one.receiver.url, 'ALL');
    await one.look();
    pass(60);
    await one.look();

    expect(await one.opened()).toEqual(['2 PENDING']);
    expect(await used.stack.deps.deliveries.list(late.id, 100, 100)).toEqual([]);
    await one.receiver.close();
  });
});

describe('an event whose message arrives', () => {
  test('no delivery is left to open, and a message for a delivery that already has a row does nothing', async () => {
    const one = await openCase();
    await one.pay();
    await fanOutOf(one.caller, one.deps);
    await one.look();
    pass(60);
    one.take();
    expect([await one.look(), one.take()]).toEqual([false, []]);

    const [first] = await used.stack.deps.deliveries.list(one.webhook.id, 100, 1);
    const message: DeliveryMessage = { ...messageOf(first as Delivery, 'fast'), unstored: true };
    await deliver(used.stack, message, one.deps);

    expect(one.receiver.heard).toEqual([]);
    await one.receiver.close();
  });
});

describe('the check of an account for missing deliveries', () => {
  test('the check ends immediately if the account has no webhooks, and a later webhook gets no earlier events', async () => {
    const one = await openCase();
    await one.caller.call('DELETE', `/api/webhooks/${one.webhook.id}`);
    await one.pay();

    expect(await one.look()).toBe(false);

    pass(1);
    const late = await register(one.caller, one.receiver.url, 'ALL');
    await one.pay();
    await one.look();
    pass(60);
    await one.look();
    const opened = await used.stack.deps.deliveries.list(late.id, 100, 100);
    expect(opened.map(({ sequence }) => sequence).sort()).toEqual([3, 4]);
    await one.receiver.close();
  });

  test('the next check continues if there are more events than one step can process', async () => {
    const one = await openCase();
    for (let count = 0; count < 3; count++) await one.pay();
    await one.look();
    pass(60);
    const few = { ...one.deps.events, list: used.stack.deps.events.list };
    few.list = (account, after) => used.stack.deps.events.list(account, after, 2);
    const hurried = { ...one.deps, events: few };

    expect(await findMissingDeliveries(hurried, accountOf(one.caller), () => false)).toBe(true);
    expect(await one.opened()).toHaveLength(2);

    expect(await one.look()).toBe(false);
    expect(await one.opened()).toHaveLength(6);
    await one.receiver.close();
  });

  test('the check opens no delivery a second time, even if it reads several pages of deliveries', async () => {
    const one = await openCase();
    for (let count = 0; count < 3; count++) await one.pay();
    await fanOutOf(one.caller, one.deps);
    await one.look();
    pass(60);
    one.take();

    await one.look({ ...used.stack.with(shortPages(2)), queues: one.deps.queues });

    expect(one.take()).toEqual([]);
    await one.receiver.close();
  });
});
