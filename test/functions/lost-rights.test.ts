import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import { webhookKey } from '../../lib/webhook/webhook-store.ts';
import { accountIdOf, type Operator, openOperator } from '../support/admin.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { dyingAt } from '../support/faults.ts';
import { openColleague, putPolicy } from '../support/holdings.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { sweep } from '../support/sweep.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, deliver, heldQueues, register } from '../support/webhooks.ts';

// There are no triggers, because each test makes the deliveries itself.
const used = useStack();
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

async function openReceiver() {
  const receiver = await openPlainReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
}

/** Opens a company's owner and its agent without explicit permissions, each with a webhook for all events of one account. */
async function openCase() {
  const owner = await used.newCaller();
  const agent = await openColleague(used.stack, owner.tenant, { permissions: [] });
  const receivers = { owner: await openReceiver(), agent: await openReceiver() };
  const webhooks = {
    owner: await register(owner, receivers.owner.url),
    agent: await register(agent, receivers.agent.url),
  };
  const held = heldQueues(used.stack);
  const deps = used.stack.with({ queues: held.queues });
  const account = accountIdOf(owner.tenant);
  const client = agent.tenant.client_id;
  const stateOf = async (by: Caller, id: number) =>
    (await by.call('GET', `/api/webhooks/${id}/deliveries`)).body;
  return {
    owner,
    agent,
    receivers,
    webhooks,
    deps,
    account,
    client,
    happen: () => createCashout(used.stack, owner, held.queues),
    /** Processes every waiting message, and the messages that result. */
    async deliverAll(world: Deps = deps): Promise<void> {
      for (const { message } of held.messages.splice(0)) await deliver(used.stack, message, world);
      if (held.messages.length > 0) await this.deliverAll(world);
    },
    /** Returns the only message that waits for a webhook. */
    take: (id: number) =>
      held.messages.splice(0).find(({ message }) => message.webhook.id === id)?.message as DeliveryMessage,
    /** Returns the received events by kind, in any order. */
    heard: (whose: 'owner' | 'agent') =>
      receivers[whose].heard.map(({ body }) => JSON.parse(body).type as string).sort(),
    /** Returns a webhook (by default the agent's) as the owner sees it. */
    async shown(id = webhooks.agent.id) {
      const { webhook } = await stateOf(owner, id);
      return [webhook.status, webhook.paused_reason];
    },
    async statuses() {
      const { results } = await stateOf(owner, webhooks.agent.id);
      return results.map(({ event_type, status, attempts, log }: Record<string, unknown>) => [
        event_type,
        status,
        attempts,
        log,
      ]);
    },
    put: (by: Caller, body: object, id = webhooks.agent.id) => by.call('PUT', `/api/webhooks/${id}`, body),
  };
}
type Case = Awaited<ReturnType<typeof openCase>>;

const acts: Record<string, (one: Case) => Promise<unknown>> = {
  'freeze client': ({ client, deps }) => ana.freeze('client', client, deps),
  'client close': ({ client, deps }) => ana.ask('client close', { client }, deps),
  'policy end': ({ client, account, deps }) => ana.ask('policy end', { client, account }, deps),
  'policy set without WEBHOOK': ({ client, account, deps }) =>
    ana.ask(
      'policy set',
      { client, account, permissions: ['CREATE', 'APPROVE'], without: ['WEBHOOK'] },
      deps,
    ),
};

describe.each(Object.entries(acts))(
  'after an operator’s action that ends a client’s right to webhooks (%s),',
  (_, act) => {
    test('the client’s webhook is paused immediately, and the account’s other webhooks get one event about the pause', async () => {
      const one = await openCase();
      await one.happen();
      await one.deliverAll();
      expect(one.heard('agent')).toEqual(['cashout.created']);

      expect(await act(one)).toMatchObject({ worked: true, paused_webhooks: [one.webhooks.agent.id] });

      expect(await one.shown()).toEqual(['PAUSED', 'right_lost']);
      await one.happen();
      await one.deliverAll();
      expect(one.heard('agent')).toEqual(['cashout.created']);
      expect(one.heard('owner')).toEqual(['cashout.created', 'cashout.created', 'webhook.paused']);
      const told = one.receivers.owner.heard.map(({ body }) => JSON.parse(body));
      expect(told.find(({ type }) => type === 'webhook.paused')).toMatchObject({
        types: ['INTEGRATION'],
        data: { webhook_id: one.webhooks.agent.id, reason: 'right_lost', failing_since: null },
      });
      expect((await one.statuses()).map(([type, status]: string[]) => [type, status])).toEqual([
        ['cashout.created', 'HELD'],
        ['webhook.paused', 'HELD'],
        ['cashout.created', 'DELIVERED'],
      ]);
    });

    test('deliveries that were already queued when the right ended are not sent', async () => {
      const one = await openCase();
      await one.happen();

      await act(one);
      await one.deliverAll();

      expect(one.heard('agent')).toEqual([]);
      expect(one.heard('owner')).toEqual(['cashout.created', 'webhook.paused']);
    });

    test('a delivery that a worker had claimed before the right ended is not sent', async () => {
      const one = await openCase();
      await one.happen();
      const claim: typeof one.deps.deliveries.claim = async (read, dueAt) => {
        const claimed = await one.deps.deliveries.claim(read, dueAt);
        if (read.webhookId === one.webhooks.agent.id && read.eventType === 'cashout.created') await act(one);
        return claimed;
      };

      await one.deliverAll({ ...one.deps, deliveries: { ...one.deps.deliveries, claim } });

      expect(one.heard('agent')).toEqual([]);
      expect(await one.statuses()).toContainEqual(['cashout.created', 'HELD', 1, []]);
    });

    test('a webhook whose registration overlaps the loss of the right gets no event, and is paused when its first delivery is due', async () => {
      const one = await openCase();
      const late = await openReceiver();
      const insert: typeof one.deps.webhooks.insert = async (webhook, most) => {
        await act(one);
        return one.deps.webhooks.insert(webhook, most);
      };
      const slow = { ...one.deps, webhooks: { ...one.deps.webhooks, insert } };
      const by = await openCaller(sendInProcess(used.stack, slow), one.agent.tenant);
      const { id } = await register(by, late.url);
      expect(await one.shown(id)).toEqual(['ACTIVE', null]);

      await one.happen();
      await one.deliverAll();

      expect(late.heard).toEqual([]);
      expect(await one.shown(id)).toEqual(['PAUSED', 'right_lost']);
    });
  },
);

describe('a client’s lost right that no operator’s action has reported', () => {
  test('the lost right is noticed when a delivery is due: the delivery is HELD, and the webhook is paused once', async () => {
    const one = await openCase();
    for (let count = 0; count < 3; count++) await one.happen();

    await putPolicy(used.stack, one.agent.tenant, one.agent.source, false);
    expect(await one.shown()).toEqual(['ACTIVE', null]);
    await one.deliverAll();

    expect(one.heard('agent')).toEqual([]);
    expect(await one.shown()).toEqual(['PAUSED', 'right_lost']);
    const held = ['cashout.created', 'HELD'];
    expect((await one.statuses()).map(([type, status]: string[]) => [type, status])).toEqual([
      ['webhook.paused', 'HELD'],
      ...[held, held, held],
    ]);
    expect(one.heard('owner').filter((type) => type === 'webhook.paused')).toHaveLength(1);
  });

  test('a policy of another company does not restore the right', async () => {
    const [one, stranger] = [await openCase(), await used.newCaller()];
    const { user_id, company_id } = { ...one.agent.tenant, company_id: stranger.tenant.company_id };
    await putPolicy(used.stack, { ...one.agent.tenant, user_id, company_id }, one.agent.source, true);

    await one.happen();
    await one.deliverAll();

    expect(one.heard('agent')).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'the pause sends the account one event, even if the worker dies %s any of its calls',
    { tags: 'dear' },
    async (moment) => {
      for (let call = 1; ; call++) {
        const one = await openCase();
        await putPolicy(used.stack, one.agent.tenant, one.agent.source, false);
        await one.happen();
        const message = one.take(one.webhooks.agent.id);
        const { client, died } = dyingAt(call, moment);
        const dying = used.stack.with({ client, queues: one.deps.queues });
        const first = deliver(used.stack, message, dying).then(() => 'finished');
        const outcome = await Promise.race([first, died]);
        const later = used.stack.with({
          queues: one.deps.queues,
          now: () => new Date(Date.now() + 10_000_000),
        });
        await sweep(later, 'deliveries');
        await one.deliverAll(later);

        expect(await one.shown()).toEqual(['PAUSED', 'right_lost']);
        expect(one.heard('agent')).toEqual([]);
        const events = await used.stack.deps.events.list(message.webhook.account, 0, 100);
        expect(events.filter(({ type }) => type === 'webhook.paused')).toHaveLength(1);
        if (outcome === 'finished') break;
      }
    },
  );
});

describe('the client that last set a webhook’s address decides:', () => {
  test('a colleague’s webhook whose address the client has changed is paused too', async () => {
    const one = await openCase();
    await one.put(one.agent, { url: `${one.receivers.agent.url}/moved` }, one.webhooks.owner.id);

    await acts['freeze client']?.(one);
    await one.happen();
    await one.deliverAll();

    expect(one.heard('agent')).toEqual([]);
    expect(await one.shown(one.webhooks.owner.id)).toEqual(['PAUSED', 'right_lost']);
  });

  test('a colleague’s webhook with other changes by the client stays active', async () => {
    const one = await openCase();
    const change = { type_webhook: 'CASHOUT', authorization_token: 'x', rotate_secret: true };
    await one.put(one.agent, { ...change, type_webhook: 'ALL' }, one.webhooks.owner.id);

    await acts['freeze client']?.(one);
    await one.happen();
    await one.deliverAll();

    expect(one.heard('owner')).toContain('cashout.created');
    expect(await one.shown(one.webhooks.owner.id)).toEqual(['ACTIVE', null]);
  });

  test('a colleague who sets the same address again takes over the webhook', async () => {
    const one = await openCase();
    await one.put(one.owner, { url: one.receivers.agent.url });

    expect(await ana.ask('client close', { client: one.client }, one.deps)).toMatchObject({
      paused_webhooks: [],
    });
    await one.happen();
    await one.deliverAll();

    expect(one.heard('agent')).toEqual(['cashout.created']);
  });

  test('a delivery is sent if a colleague has taken over the webhook in the meantime', async () => {
    const one = await openCase();
    await putPolicy(used.stack, one.agent.tenant, one.agent.source, false);
    await one.happen();
    const claim: typeof one.deps.deliveries.claim = async (read, dueAt) => {
      await one.put(one.owner, { url: `${one.receivers.agent.url}/taken-over` });
      return one.deps.deliveries.claim(read, dueAt);
    };

    await one.deliverAll({ ...one.deps, deliveries: { ...one.deps.deliveries, claim } });

    expect(one.receivers.agent.heard.map(({ path }) => path)).toEqual(['/taken-over']);
    expect(await one.shown()).toEqual(['ACTIVE', null]);
  });

  test('a pause that comes after a colleague has taken over the webhook has no effect', async () => {
    const one = await openCase();
    await putPolicy(used.stack, one.agent.tenant, one.agent.source, false);
    await one.happen();
    const pause: typeof one.deps.webhooks.setState = async (read, state) => {
      await one.put(one.owner, { url: `${one.receivers.agent.url}/taken-over` });
      return one.deps.webhooks.setState(read, state);
    };

    await one.deliverAll({ ...one.deps, webhooks: { ...one.deps.webhooks, setState: pause } });

    expect(one.receivers.agent.heard.map(({ path }) => path)).toContain('/taken-over');
    expect(await one.shown()).toEqual(['ACTIVE', null]);
  });
});

describe('a pause for a lost right', () => {
  test('a pause is kept after the thaw, and ends when a colleague with the right resumes the webhook', async () => {
    const one = await openCase();
    await acts['freeze client']?.(one);
    await ana.thaw('client', one.client, one.deps);
    await one.happen();
    await one.deliverAll();
    expect([one.heard('agent'), await one.shown()]).toEqual([[], ['PAUSED', 'right_lost']]);

    await ana.freeze('client', one.client, one.deps);
    expect((await one.put(one.owner, { paused: false })).body).toMatchObject({ status: 'ACTIVE' });
    const [latest] = await used.stack.deps.deliveries.list(one.webhooks.agent.id, 1_000, 1);
    const again = `/api/webhooks/${one.webhooks.agent.id}/deliveries/${latest?.sequence}/redeliver`;
    const by = await openCaller(sendInProcess(used.stack, one.deps), one.owner.tenant);
    expect((await by.call('POST', again)).status).toBe(200);
    await one.deliverAll();

    expect(one.heard('agent')).toEqual(['cashout.created']);
  });

  test('the client itself cannot end the pause, even if a container’s cache still accepts the client', async () => {
    const one = await openCase();
    await acts['freeze client']?.(one);
    expect((await one.put(one.agent, { paused: false })).status).toBe(200);

    await one.happen();
    await one.deliverAll();

    expect([one.heard('agent'), await one.shown()]).toEqual([[], ['PAUSED', 'right_lost']]);
  });
});

describe('rights to webhooks', () => {
  test.each(['company', 'account'])(
    'the webhooks of a frozen %s stay active, and events are still delivered',
    async (kind) => {
      const one = await openCase();
      const id = { company: one.owner.tenant.company_id, account: one.account }[kind] as string;
      expect(await ana.freeze(kind, id, one.deps)).not.toHaveProperty('paused_webhooks');

      await one.happen();
      await one.deliverAll();

      expect([one.heard('agent'), one.heard('owner')]).toEqual([['cashout.created'], ['cashout.created']]);
    },
  );

  test('the webhooks of a closed account stay active, and its last events are delivered', async () => {
    const one = await openCase();
    await one.happen();
    await ana.ask('account close', { account: one.account });
    await one.deliverAll();

    expect(one.heard('agent')).toEqual(['cashout.created']);
  });

  test('webhooks stored before the registering client was recorded stay active', async () => {
    const one = await openCase();
    const ref = await used.stack.deps.webhooks.find(one.webhooks.agent.id);
    await openClient().send(
      new UpdateCommand({
        TableName: used.stack.config.WEBHOOKS_TABLE,
        Key: webhookKey(ref as NonNullable<typeof ref>),
        UpdateExpression: 'REMOVE setBy',
      }),
    );

    expect(await ana.freeze('client', one.client, one.deps)).toMatchObject({ paused_webhooks: [] });
    await one.happen();
    await one.deliverAll();

    expect(one.heard('agent')).toEqual(['cashout.created']);
    expect(await ana.ask('webhook list', { account: one.account })).toMatchObject({
      webhooks: [{ set_by: one.owner.tenant.client_id }, { id: one.webhooks.agent.id, set_by: null }],
    });
  });
});

test('a client is frozen even if its webhook cannot be paused immediately, and the webhook is paused when a delivery is due', async () => {
  const one = await openCase();
  await one.happen();
  const listRegistrations = async () => {
    throw new Error('no answer');
  };
  const deaf = { ...one.deps, webhooks: { ...one.deps.webhooks, listRegistrations } };

  expect(await ana.freeze('client', one.client, deaf)).toMatchObject({ frozen: true, paused_webhooks: null });
  await one.deliverAll();

  expect([one.heard('agent'), await one.shown()]).toEqual([[], ['PAUSED', 'right_lost']]);
});

test('a webhook is paused despite concurrent updates of its receiver’s health', async () => {
  const one = await openCase();
  let noted = 0;
  const setState: typeof one.deps.webhooks.setState = async (read, state) => {
    if (noted++ < 3) await one.deps.webhooks.noteHealth(read, { failures: noted });
    return one.deps.webhooks.setState(read, state);
  };
  const busy = { ...one.deps, webhooks: { ...one.deps.webhooks, setState } };

  expect(await ana.freeze('client', one.client, busy)).toMatchObject({
    paused_webhooks: [one.webhooks.agent.id],
  });
  expect(await one.shown()).toEqual(['PAUSED', 'right_lost']);
});
