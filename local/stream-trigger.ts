// Acts as AWS between a table's stream and a Lambda. Passes batches to the function in order, and passes records again
// that the function did not process. Records that are too old, or were tried too often, are skipped, and their position
// in the stream is sent to the failure destination.

import { setTimeout as pause } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { Bell } from './bell.ts';
import { resolve } from './resources.ts';
import type { FunctionEvent } from './service.ts';
import { doneOf } from './stream-answer.ts';
import type { TriggerOptions } from './trigger-options.ts';

type Mapping = NonNullable<FunctionEvent['stream']>;

/**
 * The waits between two reads of an empty stream, in milliseconds. Each wait is twice the previous one. When records
 * arrive or the bell rings, the waits start again with the first.
 */
const pollMs = { first: 20, last: 1_000 };
/** The waits before a batch is passed again, in milliseconds. Each failure makes the wait longer. */
const failureMs = { each: 100, most: 5_000 };

export async function readStream(
  options: TriggerOptions,
  streams: DynamoDBStreamsClient,
  key: string,
  mapping: Mapping,
  bell: Bell,
  signal: AbortSignal,
): Promise<void> {
  const streamArn = resolve(mapping.arn, options.physical) as string;
  const batches = makeBatches(options, key, streamArn, mapping);
  let after = options.checkpoint?.read(streamArn);
  let iterator: string | undefined;
  let waitMs = pollMs.first;
  let faults = 0;
  while (!signal.aborted) {
    try {
      iterator ??= await openShard(streams, streamArn, after);
      const read = new GetRecordsCommand({ ShardIterator: iterator, Limit: batches.size() });
      const { Records = [], NextShardIterator } = await streams.send(read);
      faults = 0;
      const done = await batches.bring(Records);
      const last = Records[done - 1]?.dynamodb?.SequenceNumber;
      if (last) options.checkpoint?.write(streamArn, last);
      after = last ?? after;
      // If some records are not done, a new iterator reads again from the first of them.
      iterator = done === Records.length ? NextShardIterator : undefined;
      if (done < Records.length) await pause(batches.waitMs(), undefined, { signal });
      else if (Records.length > 0 || (await bell.wait(waitMs))) waitMs = pollMs.first;
      else waitMs = Math.min(2 * waitMs, pollMs.last);
    } catch (error) {
      if (signal.aborted) return;
      iterator = undefined;
      options.onFault?.(key, error);
      faults += 1;
      await pause(Math.min(failureMs.each * faults, failureMs.most), undefined, { signal }).catch(() => {});
    }
  }
}

function makeBatches(options: TriggerOptions, key: string, streamArn: string, mapping: Mapping) {
  const { batchSize = 100, maximumRetryAttempts = -1, maximumRecordAgeInSeconds = -1 } = mapping;
  let size = batchSize;
  let failures = 0;

  async function giveUp(records: readonly StreamRecord[], condition: string): Promise<number> {
    failures = 0;
    size = batchSize;
    await tellFailure(options, mapping.destinations?.onFailure.arn, condition, {
      batchSize: records.length,
      startSequenceNumber: records[0]?.dynamodb?.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb?.SequenceNumber,
      streamArn,
    });
    return records.length;
  }

  return {
    size: () => size,
    waitMs: () => Math.min(failureMs.each * failures, failureMs.most),

    /** @returns how many records, from the first on, are done */
    async bring(records: readonly StreamRecord[]): Promise<number> {
      if (records.length === 0) return 0;
      const isOld = (one: StreamRecord) => ageSeconds(one) > maximumRecordAgeInSeconds;
      const young = maximumRecordAgeInSeconds < 0 ? 0 : records.findIndex((one) => !isOld(one));
      const old = young < 0 ? records.length : young;
      if (old > 0) return giveUp(records.slice(0, old), 'RecordAgeExceeded');
      if (maximumRetryAttempts >= 0 && failures > maximumRetryAttempts)
        return giveUp(records, 'RetryAttemptsExhausted');
      try {
        const answer = await options.invoke(key, { Records: records.map(toStreamRecord) });
        const numbers = records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');
        const done = mapping.functionResponseType ? doneOf(numbers, answer) : records.length;
        failures = done === records.length ? 0 : failures + 1;
        size = batchSize;
        return done;
      } catch (error) {
        options.onFault?.(key, error);
        // Splitting a batch does not count as a failed attempt.
        if (mapping.bisectBatchOnFunctionError && records.length > 1) size = Math.ceil(records.length / 2);
        else failures += 1;
        return 0;
      }
    },
  };
}

const ageSeconds = ({ dynamodb }: StreamRecord) =>
  (Date.now() - (dynamodb?.ApproximateCreationDateTime?.getTime() ?? Date.now())) / 1_000;

/** Sends the position of a batch in its stream, without its content. */
async function tellFailure(
  { physical, sqs }: TriggerOptions,
  arn: unknown,
  condition: string,
  DDBStreamBatchInfo: object,
): Promise<void> {
  const queueArn = resolve(arn, physical);
  const QueueUrl = Object.values(physical).find(({ attributes }) => attributes.Arn === queueArn)?.ref;
  const MessageBody = JSON.stringify({ requestContext: { condition }, DDBStreamBatchInfo });
  if (QueueUrl) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
}

/** Opens the only shard of a stream. Each stream of the embedded engine has one. */
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

function toStreamRecord(record: StreamRecord) {
  const { dynamodb } = record;
  const seconds = (dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000;
  return { ...record, dynamodb: { ...dynamodb, ApproximateCreationDateTime: seconds } };
}
