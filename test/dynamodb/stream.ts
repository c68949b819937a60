// Stores the records of a table's stream, and serves them to readers. A stream has one shard, which never ends.

import { invalid } from './refusal.ts';
import type { Table } from './table.ts';
import { type Item, itemSize } from './values.ts';

export type StreamRecord = ReturnType<typeof streamRecord>;

let last = 0;
const shard = 'shardId-00000001';
/** Returns a sequence number with a fixed number of digits, so that texts are sorted like numbers. */
const numberOf = (count: number) => `1${String(count).padStart(20, '0')}`;

export function streamRecord(key: Item, before: Item | undefined, after: Item | undefined) {
  last += 1;
  return {
    eventID: numberOf(last),
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'sa-east-1',
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
      Keys: key,
      ...(after ? { NewImage: after } : {}),
      ...(before ? { OldImage: before } : {}),
      SequenceNumber: numberOf(last),
      SizeBytes: itemSize(key) + (before ? itemSize(before) : 0) + (after ? itemSize(after) : 0),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
}

type Asked = {
  StreamArn?: string;
  ShardIteratorType?: string;
  SequenceNumber?: string;
  ShardIterator?: string;
  Limit?: number;
};
/** A reader's position in a stream. `after` is the last sequence number that was read. */
type Place = { arn: string; after: string };

export function streamOperations(tableOf: (name: string) => Table) {
  const tableAt = (arn = ''): Table => {
    const name = /:table\/([^/]+)\/stream\//.exec(arn)?.[1];
    if (!name) throw invalid('Invalid StreamArn');
    return tableOf(name);
  };
  const write = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64');
  return {
    DescribeStream({ StreamArn = '' }: Asked) {
      const { records, name, keys } = tableAt(StreamArn);
      const first = records[0]?.dynamodb.SequenceNumber ?? numberOf(0);
      return {
        StreamDescription: {
          StreamArn,
          TableName: name,
          StreamStatus: 'ENABLED',
          StreamViewType: 'NEW_AND_OLD_IMAGES',
          KeySchema: Object.values(keys).map((AttributeName, at) => ({
            AttributeName,
            KeyType: at ? 'RANGE' : 'HASH',
          })),
          Shards: [{ ShardId: shard, SequenceNumberRange: { StartingSequenceNumber: first } }],
        },
      };
    },
    GetShardIterator({ StreamArn = '', ShardIteratorType, SequenceNumber = '' }: Asked) {
      const { records } = tableAt(StreamArn);
      if (ShardIteratorType === 'TRIM_HORIZON')
        return { ShardIterator: write({ arn: StreamArn, after: '' }) };
      if (ShardIteratorType === 'AFTER_SEQUENCE_NUMBER')
        return { ShardIterator: write({ arn: StreamArn, after: SequenceNumber }) };
      if (ShardIteratorType === 'AT_SEQUENCE_NUMBER') {
        const before = records.findLast(({ dynamodb }) => dynamodb.SequenceNumber < SequenceNumber);
        return { ShardIterator: write({ arn: StreamArn, after: before?.dynamodb.SequenceNumber ?? '' }) };
      }
      const latest = records.at(-1)?.dynamodb.SequenceNumber ?? '';
      return { ShardIterator: write({ arn: StreamArn, after: latest }) };
    },
    GetRecords({ ShardIterator = '', Limit = 1000 }: Asked) {
      const { arn, after } = JSON.parse(Buffer.from(ShardIterator, 'base64').toString()) as Place;
      const { records } = tableAt(arn);
      const from = records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber > after);
      const Records = from < 0 ? [] : records.slice(from, from + Limit);
      const next = Records.at(-1)?.dynamodb.SequenceNumber ?? after;
      return { Records, NextShardIterator: write({ arn, after: next }) };
    },
  };
}
