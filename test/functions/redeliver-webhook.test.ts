import { expect, test } from 'vitest';
import type { DeliveryMessage } from '../../lib/webhook/delivery.ts';
import { openCaller, sendInProcess } from '../support/api.ts';
import { openPlainReceiver } from '../support/receiver.ts';
import { useStack } from '../support/use-stack.ts';
import { createCashout, deliver, heldQueues, register } from '../support/webhooks.ts';

const used = useStack();

async function delivered() {
  const [caller, receiver] = [await used.newCaller(), await openPlainReceiver()];
  const webhook = await register(caller, receiver.url);
  const { queues, messages } = heldQueues(used.stack);
  await createCashout(used.stack, caller, queues);
  await deliver(used.stack, messages.pop()?.message as DeliveryMessage);
  const by = await openCaller(sendInProcess(used.stack, { ...used.stack.deps, queues }), caller.tenant);
  const path = `/api/webhooks/${webhook.id}/deliveries/1/redeliver`;
  return { by, path, webhook, receiver, messages };
}

test('a completed delivery is sent again with the same bytes and id', async () => {
  const { by, path, receiver, messages } = await delivered();

  const { status, body } = await by.call('POST', path);
  expect([status, body]).toMatchObject([200, { worked: true, id: 1, status: 'PENDING', attempts: 1 }]);
  await deliver(used.stack, messages.pop()?.message as DeliveryMessage);

  const [first, second] = receiver.heard;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await receiver.close();
});

test('concurrent requests for a redelivery send the delivery only once more', async () => {
  const { by, path, receiver, messages } = await delivered();

  const answers = await Promise.all(Array.from({ length: 5 }, () => by.call('POST', path)));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  await Promise.all(messages.map(({ message }) => deliver(used.stack, message)));

  expect(receiver.heard).toHaveLength(2);
  await receiver.close();
});

test('an unknown delivery, an unknown webhook and another company’s webhook are not found', async () => {
  const { by, path, webhook, receiver } = await delivered();
  const stranger = await used.newCaller();
  const post = async (caller: typeof stranger, where: string) => {
    const { status, body } = await caller.call('POST', where);
    return [status, body.message];
  };

  expect(await post(by, path.replace('/1/', '/2/'))).toEqual([404, 'Delivery not found']);
  expect(await post(stranger, path)).toEqual([404, 'Webhook not found']);
  expect(await post(by, path.replace(String(webhook.id), '5'))).toEqual([404, 'Webhook not found']);
  expect(await post(by, path.replace('/1/', '/x/'))).toEqual([422, 'Validation error']);
  await receiver.close();
});
