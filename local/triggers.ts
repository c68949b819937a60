// Does AWS's part between a table or queue and a Lambda: reads the stream and the queues, and invokes the
// functions with the real event shapes. Partial batch failures go back to their queue, and after their last
// receive to its dead-letter queue.

import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Bell, makeBell } from './bell.ts';
import { readQueue } from './queue-trigger.ts';
import { resolve } from './resources.ts';
import type { FunctionEvent } from './service.ts';
import type { TriggerOptions } from './trigger-options.ts';

export type Triggers = {
  /** To be called when a function has ended: the streams may have new records, and are read now. */
  wake(): void;
  stop(): Promise<void>;
};

/** Waits between two reads of an empty stream: each twice the last, and the first again after `wake`. */
const streamPollMs = { first: 20, last: 1_000 };

/** Starts every stream and queue trigger of the service. Without a streams client, the streams stay unread. */
export function startTriggers(given: TriggerOptions): Triggers {
  const { service, physical } = given;
  const stopping = new AbortController();
  const readers: Promise<void>[] = [];
  const bells: Bell[] = [];
  const wake = () => {
    for (const bell of bells) bell.ring();
  };
  const options: TriggerOptions = {
    ...given,
    invoke: (key, event) => given.invoke(key, event).finally(wake),
  };

  for (const [key, { events = [] }] of Object.entries(service.functions)) {
    for (const { sqs, stream } of events) {
      if (sqs) {
        readers.push(readQueue(options, key, sqs, stopping.signal));
      }
      if (stream && options.streams) {
        const streamArn = resolve(stream.arn, physical) as string;
        const bell = makeBell();
        bells.push(bell);
        readers.push(readStream(options, options.streams, key, streamArn, stream, bell, stopping.signal));
      }
    }
  }
  return {
    wake,
    async stop() {
      stopping.abort();
      wake();
      await Promise.all(readers);
    },
  };
}

async function readStream(
  options: TriggerOptions,
  streams: DynamoDBStreamsClient,
  key: string,
  streamArn: string,
  { batchSize = 100, maximumRetryAttempts = 10, destinations }: NonNullable<FunctionEvent['stream']>,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  let after = options.checkpoint?.read(streamArn);
  let iterator: string | undefined;
  let failures = 0;
  let pollMs = streamPollMs.first;
  while (!signal.aborted) {
    try {
      iterator ??= await openShard(streams, streamArn, after);
      const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: batchSize }));
      const records = page.Records ?? [];
      const last = records.at(-1)?.dynamodb?.SequenceNumber;
      if (failures > maximumRetryAttempts)
        await giveUp(options, destinations?.onFailure.arn, { streamArn, last });
      else if (last) await options.invoke(key, { Records: records.map(toStreamRecord) });
      failures = 0;
      if (last) options.checkpoint?.write(streamArn, last);
      after = last ?? after;
      iterator = page.NextShardIterator;
      if (last || (await bell.wait(pollMs))) pollMs = streamPollMs.first;
      else pollMs = Math.min(2 * pollMs, streamPollMs.last);
    } catch (error) {
      if (signal.aborted) return;
      // The batch is sent again from where it began, until its last retry.
      iterator = undefined;
      failures += 1;
      options.onFault?.(key, error);
      await pause(100 * failures, undefined, { signal }).catch(() => {});
    }
  }
}

/**
 * A batch past its last retry: its position in the stream, not its content, goes to the failure destination.
 */
async function giveUp({ physical, sqs }: TriggerOptions, arn: unknown, batch: object): Promise<void> {
  const queueArn = resolve(arn, physical);
  const QueueUrl = Object.values(physical).find(({ attributes }) => attributes.Arn === queueArn)?.ref;
  const MessageBody = JSON.stringify({
    requestContext: { condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: batch,
  });
  if (QueueUrl) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
}

/** Each stream has one shard on the embedded engine. */
async function openShard(streams: DynamoDBStreamsClient, StreamArn: string, after: string | undefined) {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.at(-1)?.ShardId;
  if (!ShardId) return undefined;
  const position = after
    ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const)
    : ({ ShardIteratorType: 'TRIM_HORIZON' } as const);
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({ StreamArn, ShardId, ...position }),
  );
  return ShardIterator;
}

function toStreamRecord(record: {
  dynamodb?: { ApproximateCreationDateTime?: Date | undefined } | undefined;
}) {
  const { dynamodb } = record;
  const seconds = (dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000;
  return { ...record, dynamodb: { ...dynamodb, ApproximateCreationDateTime: seconds } };
}
