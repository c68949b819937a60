// Causes each loss of messages (docs/disaster.md) on the queue engine with the real workers. The metrics of queues and
// streams are AWS's own, so they are written here as AWS documents them, from the state of the queue.

import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, inject, test } from 'vitest';
import { queueLosses } from '../../../infra/losses/queues.ts';
import { engineClient } from '../../support/clients.ts';
import type { Timeline } from '../../support/evaluate-alarm.ts';
import { useStack } from '../../support/use-stack.ts';
import { isQuiet, testMinutes } from './raised.ts';

const service = inject('service');
/** A failed message is there again at once. */
const used = useStack({
  change: ({ resources }) => {
    for (const { Type, Properties } of Object.values(resources.Resources))
      if (Type === 'AWS::SQS::Queue') Properties.VisibilityTimeout = 0;
  },
});
const sqs = () => engineClient(SQSClient);
const urlOf = (queue: string) => used.stack.physical[queue]?.ref ?? '';
const inQueue = async (queue: string): Promise<number> => {
  const asked = { QueueUrl: urlOf(queue), AttributeNames: ['ApproximateNumberOfMessages'] as const };
  const { Attributes } = await sqs().send(
    new GetQueueAttributesCommand({ ...asked, AttributeNames: [...asked.AttributeNames] }),
  );
  return Number(Attributes?.ApproximateNumberOfMessages);
};
const send = (queue: string) =>
  sqs().send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody: '{"version":99}' }));

/** Sends a message that no worker can read. Its worker gets it until the queue gives it up. */
const poisoned = (queue: string, worker: string) => async (): Promise<Timeline> => {
  const letters = queue.replace(/Queue$/, 'DeadLetterQueue');
  await send(queue);
  let tries = 0;
  for (; (await inQueue(letters)) === 0; tries++) {
    const { Messages = [] } = await sqs().send(new ReceiveMessageCommand({ QueueUrl: urlOf(queue) }));
    const Records = Messages.map(({ MessageId: messageId, Body: body }) => ({ messageId, body }));
    if (Records.length === 0) continue;
    const answer = (await used.stack.invoke(worker, { Records })) as { batchItemFailures: object[] };
    expect(answer.batchItemFailures).toHaveLength(1);
  }
  const between = Number(service.resources.Resources[queue]?.Properties.VisibilityTimeout);
  const deadAt = ((tries - 1) * between) / 60;
  const visible = {
    metric: 'ApproximateNumberOfMessagesVisible',
    value: await inQueue(letters),
    of: letters,
  };
  return (minute) => (minute >= deadAt ? [visible] : []);
};

/** Sends a message that nobody receives. */
const waiting = (queue: string) => async (): Promise<Timeline> => {
  const before = await inQueue(queue);
  await send(queue);
  expect(await inQueue(queue)).toBe(before + 1);
  return (minute) =>
    minute < 0 ? [] : [{ metric: 'ApproximateAgeOfOldestMessage', value: minute * 60, of: queue }];
};

const dispatch = service.functions.dispatch?.events?.[0]?.stream;
const causes: Record<keyof typeof queueLosses, () => Promise<Timeline>> = {
  transfersPoisoned: poisoned('TransfersQueue', 'completeTransfer'),
  webhookEventsPoisoned: poisoned('WebhookEventsQueue', 'fanOutWebhooks'),
  chargebacksPoisoned: poisoned('ChargebacksQueue', 'pollChargeback'),
  webhookDeliveriesPoisoned: poisoned('WebhookDeliveriesQueue', 'deliverWebhook'),
  slowWebhookDeliveriesPoisoned: poisoned('SlowWebhookDeliveriesQueue', 'deliverWebhook'),
  networkEventsPoisoned: poisoned('NetworkEventsQueue', 'applyNetworkEvent'),
  exportsPoisoned: poisoned('ExportsQueue', 'makeExport'),
  batchesPoisoned: poisoned('BatchesQueue', 'runBatch'),
  webhookEventsWait: waiting('WebhookEventsQueue'),
  chargebacksWait: waiting('ChargebacksQueue'),
  slowWebhookDeliveriesWait: waiting('SlowWebhookDeliveriesQueue'),
  networkEventsWait: waiting('NetworkEventsQueue'),
  exportsWait: waiting('ExportsQueue'),
  batchesWait: waiting('BatchesQueue'),
  changesWait: async () => (minute) =>
    minute < 0 ? [] : [{ metric: 'IteratorAge', value: minute * 60_000, of: 'dispatch' }],
  async changesLost() {
    const givenUpAt = Number(dispatch?.maximumRecordAgeInSeconds) / 60;
    const lost = { metric: 'ApproximateNumberOfMessagesVisible', value: 1, of: 'DispatchFailuresQueue' };
    return (minute) => (minute >= givenUpAt ? [lost] : []);
  },
};

describe('a loss of messages', () => {
  testMinutes(queueLosses, causes);

  test.each(Object.values(queueLosses).map(({ alarm }) => alarm))(
    '%s is raised neither while messages are handled nor in idle hours',
    (alarm) => {
      const queues = Object.keys(service.resources.Resources).filter((id) => id.endsWith('Queue'));
      const handled = queues.flatMap((of) => [
        { metric: 'ApproximateAgeOfOldestMessage', value: 20, of },
        { metric: 'ApproximateNumberOfMessagesVisible', value: 0, of },
      ]);
      const read = { metric: 'IteratorAge', value: 900, of: 'dispatch' };

      for (const quiet of [() => [...handled, read], () => []]) expect(isQuiet(alarm, quiet)).toBe(true);
    },
  );
});
