// The streams of the cashouts and chargebacks tables, read from the engine and brought to dispatch in batches: in
// order for each row, late, sometimes twice, sometimes not at all.

import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Physical } from '../../local/resources.ts';
import type { Dice } from './dice.ts';
import type { Engine } from './engine.ts';
import type { Faults } from './faults.ts';
import type { Lambda } from './lambda.ts';
import type { Scheduler } from './scheduler.ts';

export type Row = Record<string, unknown>;
type StreamRecord = { dynamodb: { OldImage?: object; NewImage?: object } };
type Stream = { table: string; iterator: string; records: StreamRecord[]; asked: boolean; busy: boolean };

type Options = {
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  engine: Engine;
  lambda: Lambda;
  /** Sees every change of a row, lost for dispatch or not. */
  onChange: (table: string, before: Row | undefined, after: Row) => void;
};

const triesMax = 11;

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
        if (!faults.strikes('stream record lost')) stream.records.push(record);
      }
      if (records.length === 0) return;
    }
  }

  async function bring(stream: Stream): Promise<void> {
    stream.asked = false;
    await read(stream);
    if (stream.busy || stream.records.length === 0) return;
    stream.busy = true;
    void deliver(stream);
  }

  async function deliver(stream: Stream): Promise<void> {
    while (stream.records.length > 0) {
      const batch = stream.records.slice(0, dice.between(1, 20));
      for (let tries = 1; tries <= triesMax; tries++) {
        const outcome = await lambda.invoke('dispatch', { Records: batch });
        if (outcome.kind === 'answered' && !faults.strikes('stream batch twice')) break;
        await scheduler.sleep(dice.between(100, 2_000));
      }
      stream.records.splice(0, batch.length);
    }
    stream.busy = false;
  }

  return {
    /** A table has been written to. */
    onWritten(tables: readonly string[]): void {
      for (const stream of streams) {
        const name = stream.table.replace(/Table$/, '').toLowerCase();
        if (stream.asked || !tables.includes(name)) continue;
        stream.asked = true;
        scheduler.at(scheduler.now() + dice.between(20, 400), () =>
          scheduler.add(`stream of ${name}`, () => bring(stream)),
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
