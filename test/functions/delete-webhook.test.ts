import { describe, expect, test } from 'vitest';
import { accountQuery, openCaller, sandbox, sendInProcess, type Tenant } from '../support/api.ts';
import { counting, losingAnswers } from '../support/faults.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, deliver, heldQueues, register } from '../support/webhooks.ts';

const used = useStack();
const url = 'https://receiver.example.com/';

test.each(['/api/webhooks', '/v3/accounts/api/webhooks'])(
  'a delete under the prefix %s removes the webhook immediately, with or without a slash at the end',
  async (prefix) => {
    const caller = await used.newCaller();
    const webhooks = [await register(caller, url), await register(caller, url), await register(caller, url)];

    for (const [index, slash] of [
      [0, ''],
      [2, '/'],
    ] as const) {
      const path = `${prefix}/${webhooks[index]?.id}${slash}`;
      expect(await caller.call('DELETE', path)).toMatchObject({
        status: 200,
        body: { message: 'Webhook deleted successfully' },
      });
      expect(await caller.call('DELETE', path)).toMatchObject({
        status: 404,
        body: { worked: false, detail: 'Webhook not found', message: 'Webhook not found', data: null },
      });
    }

    const listed = await caller.call('GET', `/api/webhooks?${accountQuery(caller.source)}`);
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([webhooks[1]?.id]);
  },
);

test('the answer to a delete has a single field', async () => {
  const caller = await used.newCaller();
  const { id } = await register(caller, url);

  expect(Object.keys((await caller.call('DELETE', `/api/webhooks/${id}`)).body)).toEqual(['message']);
});

test('a delete is confirmed even if the answer to its write is lost and the write is repeated', async () => {
  const caller = await used.newCaller();
  const { id } = await register(caller, url);
  const { client, lost } = losingAnswers('TransactWriteItems');
  const by = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);

  expect((await by.call('DELETE', `/api/webhooks/${id}`)).status).toBe(200);
  expect(lost()).toBe(1);
  expect((await by.call('DELETE', `/api/webhooks/${id}`)).status).toBe(404);
});

test('no delivery attempt starts after a delete, even if a worker is just claiming the delivery', async () => {
  const caller = await used.newCaller();
  const receiver = await openPlainReceiver();
  const { id } = await register(caller, receiver.url);
  const { queues, messages } = heldQueues(used.stack);
  await createCashout(used.stack, caller, queues);
  const claim = losingAnswers('UpdateItem', {
    meanwhile: () => caller.call('DELETE', `/api/webhooks/${id}`),
  });

  for (const { message } of messages) {
    await deliver(used.stack, message, used.stack.with({ client: claim.client, queues }));
  }

  expect(claim.lost()).toBe(1);
  expect(receiver.heard).toEqual([]);
});

test('a delete stops all waiting deliveries of the webhook, and the deliveries of other webhooks continue', {
  tags: 'dear',
}, async () => {
  const caller = await used.newCaller();
  const [doomed, spared] = [await openPlainReceiver(), await openPlainReceiver()];
  const { id } = await register(caller, doomed.url);
  const { queues, messages } = heldQueues(used.stack);
  for (let count = 0; count < 50; count++) await createCashout(used.stack, caller, queues);
  await register(caller, spared.url);
  for (let count = 0; count < 50; count++) await createCashout(used.stack, caller, queues);
  expect(messages).toHaveLength(150);

  // Half of the deliveries are in progress during the delete.
  let deletedAt = 0;
  const deleting = caller.call('DELETE', `/api/webhooks/${id}`).then((answer) => {
    deletedAt = doomed.heard.length;
    return answer;
  });
  const by = used.stack.with({ queues });
  const workOff = (count: number) =>
    Promise.all(messages.splice(0, count).map(({ message }) => deliver(used.stack, message, by)));
  const first = workOff(10);
  expect((await deleting).status).toBe(200);
  await first;
  const inFlight = doomed.heard.length - deletedAt;
  while (messages.length > 0) await workOff(messages.length);

  expect(inFlight).toBeLessThanOrEqual(10);
  expect(doomed.heard.length).toBe(deletedAt + inFlight);
  expect(spared.heard).toHaveLength(50);
  const left = await used.stack.deps.deliveries.list(id, Number.MAX_SAFE_INTEGER, 200);
  expect(new Set(left.map(({ status }) => status))).toEqual(
    new Set(inFlight + deletedAt > 0 ? ['DELIVERED', 'CANCELLED'] : ['CANCELLED']),
  );
  await Promise.all([doomed.close(), spared.close()]);
});

describe('a webhook that is not the caller’s', () => {
  test('another company’s webhook, a webhook without a policy and an unknown webhook are all not found, after the same reads', async () => {
    const caller = await used.newCaller();
    const { id } = await register(caller, url);
    const without = await sandbox(used.send, '/sandbox/clients', {
      company_id: caller.tenant.company_id,
      accounts: [],
    });
    const stranger = await used.newCaller();
    const reads: string[][] = [];
    for (const [tenant, wanted] of [
      [stranger.tenant, id],
      [without.body as Tenant, id],
      [stranger.tenant, 5],
    ] as const) {
      const { client, sent } = counting();
      const by = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), tenant);
      sent.length = 0;
      expect(await by.call('DELETE', `/api/webhooks/${wanted}`)).toMatchObject({
        status: 404,
        body: { message: 'Webhook not found' },
      });
      reads.push([...sent].sort());
    }

    expect(reads[1]).toEqual(reads[0]);
    expect(reads[2]).toEqual(reads[0]);
    const listed = await caller.call('GET', `/api/webhooks?${accountQuery(caller.source)}`);
    expect(listed.body).toHaveLength(1);
  });

  test('a delete on a closed account is refused with "Account is closed", and the webhook stays', async () => {
    const caller = await used.newCaller();
    const { id } = await register(caller, url);
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);

    expect(await caller.call('DELETE', `/api/webhooks/${id}`)).toMatchObject({
      status: 400,
      body: { message: 'Account is closed' },
    });
    expect(await used.stack.deps.webhooks.find(id)).toBeDefined();
  });

  test.each(['x', '0', '-1', '1.5', '99999999999999999'])(
    'a delete of a webhook with the invalid id %s gives a 404',
    async (id) => {
      const answer = await (await used.newCaller()).call('DELETE', `/api/webhooks/${id}`);

      expect(answer).toMatchObject({ status: 404, body: { message: 'Webhook not found' } });
    },
  );
});
