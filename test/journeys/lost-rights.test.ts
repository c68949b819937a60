// A company's agent registers a webhook for all events and then loses its rights. The webhook gets no further events.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runAdminAt, serveLambda } from '../support/admin.ts';
import {
  type Caller,
  openCaller,
  openTenant,
  openWorld,
  sandbox,
  type Tenant,
  until,
  type World,
} from '../support/api.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { register } from '../support/webhooks.ts';

let world: World;
let lambda: { url: string; close: () => void };
beforeAll(async () => {
  world = await openWorld();
  lambda = world.stack ? await serveLambda(world.stack) : { url: inject('lambdaUrl'), close: () => {} };
});
afterAll(async () => {
  lambda.close();
  await world.close();
});

async function admin(...options: string[]) {
  const { code, printed } = await runAdminAt(lambda.url, ...options, '--by', 'ana', '--json');
  expect([code, printed]).toEqual([0, expect.stringMatching(/^\{/)]);
  return JSON.parse(printed);
}

const create = async (by: Caller) => {
  const body = { ...by.source, amount: 1, key: 'fulano@example.com' };
  return (await by.post('/create-cashout', body)).body.id as number;
};

test.each<[string, (its: { client: string; account: string }) => string[]]>([
  ['freeze client', ({ client }) => ['freeze', 'client', client, '--reason', 'INC-43']],
  ['client close', ({ client }) => ['client', 'close', client]],
  ['policy end', ({ client, account }) => ['policy', 'end', '--client', client, '--account', account]],
  [
    'policy set without WEBHOOK',
    ({ client, account }) => [
      ...['policy', 'set', '--client', client, '--account', account],
      ...['--permissions', 'CREATE', '--without', 'WEBHOOK'],
    ],
  ],
])(
  'after the command %s, the webhook’s receiver gets no more events, and the company gets an event about the pause',
  async (_, words) => {
    const owner = await openCaller(world.send, await openTenant(world.send));
    const { company_id } = owner.tenant;
    const opened = await sandbox(world.send, '/sandbox/clients', { company_id, permissions: [] });
    const agent = await openCaller(world.send, opened.body as Tenant);
    const receivers = { owner: await openPlainReceiver(), agent: await openPlainReceiver() };
    const own = await register(owner, receivers.owner.url);
    const { id } = await register(agent, receivers.agent.url);
    const idsHeardBy = (whose: 'owner' | 'agent') =>
      receivers[whose].heard.map(({ body }) => JSON.parse(body).data.id as number | undefined);
    const toldTo = (whose: 'owner' | 'agent', cashout: number) =>
      until(
        async () => idsHeardBy(whose),
        (ids) => ids.includes(cashout),
      );
    const before = await create(owner);
    await toldTo('agent', before);

    const { source_account_branch_identifier: branch, source_account_number: number } = owner.source;
    const account = `${branch}/${number}`;
    const answer = await admin(...words({ client: agent.tenant.client_id, account }));
    expect(answer.paused_webhooks).toEqual([id]);

    const after = await create(owner);
    await toldTo('owner', after);
    const deliveries = await until(
      async () => (await owner.call('GET', `/api/webhooks/${id}/deliveries`)).body,
      ({ results }) => results.filter(({ status }: { status: string }) => status === 'HELD').length === 2,
    );
    expect(deliveries.webhook).toMatchObject({ status: 'PAUSED', paused_reason: 'right_lost' });
    expect(new Set(idsHeardBy('agent'))).toEqual(new Set([before]));
    const paused = await until(
      async () => receivers.owner.heard.map(({ body }) => JSON.parse(body)),
      (events) => events.some(({ type }) => type === 'webhook.paused'),
    );
    expect(paused.find(({ type }) => type === 'webhook.paused').data).toMatchObject({ webhook_id: id });
    expect((await admin('webhook', 'list', '--account', account)).webhooks).toMatchObject([
      { id: own.id, set_by: owner.tenant.client_id, state: 'ACTIVE' },
      { id, set_by: agent.tenant.client_id, state: 'PAUSED', reason: 'right_lost' },
    ]);
    await Promise.all([receivers.owner.close(), receivers.agent.close()]);
  },
);
