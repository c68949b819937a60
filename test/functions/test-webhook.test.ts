import { expect, test } from 'vitest';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import { openCaller, sendInProcess } from '../support/api.ts';
import { type Heard, openPlainReceiver } from '../support/receiver.ts';
import { useStack } from '../support/use-stack.ts';
import { deliver, heldQueues, register, verified } from '../support/webhooks.ts';

const used = useStack();

test('a test event is sent only to the tested webhook, whatever its type, through the usual delivery', async () => {
  const [tested, other] = [await openPlainReceiver(), await openPlainReceiver()];
  const caller = await used.newCaller();
  const webhook = await register(caller, tested.url, 'CASHIN', { authorization_token: 'Basic x' });
  await register(caller, other.url, 'ALL');
  const { queues, messages } = heldQueues(used.stack);
  const by = await openCaller(sendInProcess(used.stack, { ...used.stack.deps, queues }), caller.tenant);

  const { status, body } = await by.call('POST', `/api/webhooks/${webhook.id}/test`);
  expect(status).toBe(200);
  for (const { message } of messages) await deliver(used.stack, message as DeliveryMessage);

  expect(other.heard).toEqual([]);
  expect(tested.heard).toHaveLength(1);
  expect(tested.heard[0]?.headers.authorization).toBe('Basic x');
  expect(verified(tested.heard[0] as Heard, webhook.secret)).toEqual({
    id: body.event_id,
    type: 'webhook.test',
    types: [],
    created_at: expect.any(String),
    data: { webhook_id: webhook.id },
    movement: null,
  });
  const listed = await caller.call('GET', `/api/webhooks/${webhook.id}/deliveries`);
  expect(listed.body.results).toMatchObject([{ id: body.delivery_id, status: 'DELIVERED' }]);
  await Promise.all([tested.close(), other.close()]);
});

test('a test of another company’s webhook gives a 404', async () => {
  const webhook = await register(await used.newCaller(), 'https://receiver.example.com/');

  const answer = await (await used.newCaller()).call('POST', `/api/webhooks/${webhook.id}/test`);

  expect(answer).toMatchObject({ status: 404, body: { message: 'Webhook not found' } });
});
