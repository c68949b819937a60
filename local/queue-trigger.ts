// Acts as AWS between a queue and a Lambda. Passes batches to a limited number of workers, and deletes the messages
// that succeed.

import { setTimeout as pause } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse } from 'aws-lambda';
import { resolve } from './resources.ts';
import type { FunctionEvent } from './service.ts';
import type { TriggerOptions } from './trigger-options.ts';

/** The milliseconds that running batches have to finish when the triggers stop. */
const stopMs = 5_000;

/**
 * Passes a queue's messages to its workers. Only one call waits for messages at a time, because the embedded engine
 * wakes all waiting calls and only one of them would get a message.
 */
export async function readQueue(
  options: TriggerOptions,
  key: string,
  { arn, batchSize = 10, maximumConcurrency = Number.POSITIVE_INFINITY }: NonNullable<FunctionEvent['sqs']>,
  signal: AbortSignal,
): Promise<void> {
  const { physical, sqs, messagesMax = 40 } = options;
  const queueArn = resolve(arn, physical) as string;
  const QueueUrl = Object.values(physical).find(({ attributes }) => attributes.Arn === queueArn)?.ref;
  const workers = Math.min(maximumConcurrency, messagesMax / batchSize);
  const busy = new Set<Promise<void>>();
  const receive = new ReceiveMessageCommand({
    QueueUrl,
    MaxNumberOfMessages: batchSize,
    WaitTimeSeconds: 20,
    MessageSystemAttributeNames: ['All'],
  });
  const stopping = new Promise((stop) => signal.addEventListener('abort', stop, { once: true }));
  while (!signal.aborted) {
    if (busy.size === workers) await Promise.race([...busy, stopping]);
    if (signal.aborted) break;
    try {
      const { Messages = [] } = await sqs.send(receive, { abortSignal: signal });
      if (Messages.length === 0) continue;
      const work = handleMessages(options, key, QueueUrl, queueArn, Messages)
        .catch((error) => options.onFault?.(key, error))
        .finally(() => busy.delete(work));
      busy.add(work);
    } catch (error) {
      if (signal.aborted) break;
      options.onFault?.(key, error);
      await pause(1_000, undefined, { signal }).catch(() => {});
    }
  }
  await Promise.race([Promise.all(busy), pause(stopMs, undefined, { ref: false })]);
}

/**
 * Passes a batch to a worker. Failed messages stay in the queue, and are received again after the visibility timeout
 * of the queue.
 */
async function handleMessages(
  { service, sqs, invoke }: TriggerOptions,
  key: string,
  QueueUrl: string | undefined,
  queueArn: string,
  messages: readonly Message[],
): Promise<void> {
  const Records = messages.map((message) => toRecord(message, queueArn, service.provider.region));
  const answer = (await invoke(key, { Records })) as SQSBatchResponse | null;
  const failed = new Set(answer?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const done = messages.filter(({ MessageId }) => !failed.has(MessageId ?? ''));
  if (done.length === 0) return;
  const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}

function toRecord(message: Message, queueArn: string, awsRegion: string) {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: {},
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion,
  };
}
