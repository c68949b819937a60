// Simulates the streams of the tables. They are read from the engine and passed to dispatch in batches: in order, late,
// sometimes twice, and sometimes not at all. If dispatch could not send a record, the records from that one on are
// passed again until they are too old.

import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Physical } from '../../local/resources.ts';
import { doneOf } from '../../local/stream-answer.ts';
import type { Dice } from './dice.ts';
import type { Engine } from './engine.ts';
import type { Faults } from './faults.ts';
import type { Lambda } from './lambda.ts';
import type { Scheduler } from './scheduler.ts';

export type Row = Record<string, unknown>;
type StreamRecord = {
  dynamodb: {
    OldImage?: object;
    NewImage?: object;
    SequenceNumber: string;
    /** The time in seconds since 1970. */
    ApproximateCreationDateTime: number;
  };
};
type Stream = { table: string; iterator: string; records: StreamRecord[]; asked: boolean; busy: boolean };

type Options = {
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  engine: Engine;
  lambda: Lambda;
  /** Is called for every change of a row, even if dispatch never gets the record. */
  onChange: (table: string, before: Row | undefined, after: Row) => void;
};

/** The maximum age of a record, as in serverless.yml. */
const oldestMs = 21_600_000;

export type Streams = Awaited<ReturnType<typeof openStreams>>;

export async function openStreams(options: Options, physical: Physical) {
  const { scheduler, dice, faults, engine, lambda, onChange } = options;
  const streams: Stream[] = [];
  for (const [id, { attributes }] of Object.entries(physical)) {
    if (!attributes.StreamArn) continue;
    streams.push({
      table: id,
      iterator: await openShard(engine, attributes.StreamArn),
      records: [],
      asked: false,
      busy: false,
    });
  }

  async function read(stream: Stream): Promise<void> {
    for (;;) {
      const page = await engine.streams.send(
        new GetRecordsCommand({ ShardIterator: stream.iterator, Limit: 1000 }),
      );
      stream.iterator = page.NextShardIterator ?? stream.iterator;
      const records = (page.Records ?? []) as unknown as StreamRecord[];
      for (const record of records) {
        const { OldImage, NewImage } = record.dynamodb;
        if (NewImage) onChange(stream.table, OldImage && image(OldImage), image(NewImage));
        // The time is replaced, because the engine uses a clock of its own.
        record.dynamodb.ApproximateCreationDateTime = Math.floor(scheduler.now() / 1_000);
        if (!faults.strikes('stream record lost')) stream.records.push(record);
      }
      if (records.length === 0) return;
    }
  }

  async function visit(stream: Stream): Promise<void> {
    stream.asked = false;
    await read(stream);
    if (stream.busy || stream.records.length === 0) return;
    stream.busy = true;
    void deliver(stream);
  }

  async function deliver(stream: Stream): Promise<void> {
    while (stream.records.length > 0) {
      const old = stream.records.filter(isOld).length;
      stream.records.splice(0, old);
      const batch = stream.records.slice(0, dice.between(1, 20));
      if (batch.length === 0) break;
      const done = await bring(batch);
      if (done < batch.length) await scheduler.sleep(dice.between(100, 2_000));
      stream.records.splice(0, done);
    }
    stream.busy = false;
  }

  /** @returns how many records, from the first on, are done */
  async function bring(batch: readonly StreamRecord[]): Promise<number> {
    const outcome = await lambda.invoke('dispatch', { Records: batch });
    if (outcome.kind !== 'answered' || faults.strikes('stream batch twice')) return 0;
    const numbers = batch.map(({ dynamodb }) => dynamodb.SequenceNumber);
    return doneOf(numbers, outcome.result);
  }

  const isOld = ({ dynamodb }: StreamRecord) =>
    scheduler.now() - dynamodb.ApproximateCreationDateTime * 1_000 > oldestMs;

  return {
    /** Reads the streams of the tables after a write to them. */
    onWritten(tables: readonly string[]): void {
      for (const stream of streams) {
        const name = stream.table.replace(/Table$/, '').toLowerCase();
        if (stream.asked || !tables.includes(name)) continue;
        stream.asked = true;
        scheduler.at(scheduler.now() + dice.between(20, 400), () =>
          scheduler.add(`stream of ${name}`, () => visit(stream)),
        );
      }
    },
    isIdle: () => streams.every(({ asked, busy, records }) => !asked && !busy && records.length === 0),
  };
}

const image = (attributes: object) => unmarshall(attributes as Parameters<typeof unmarshall>[0]);

async function openShard({ streams }: Engine, StreamArn: string): Promise<string> {
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.at(-1)?.ShardId ?? '';
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
  );
  return ShardIterator ?? '';
}
