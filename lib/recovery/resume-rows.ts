// Sends due rows of any kind again. The due time is moved first, by more each time, so that overlapping runs and slow
// workers do not multiply messages. A row that cannot be sent does not stop the others. If more rows are due than one
// run can send, the accounts take turns.

import { chunks } from '../base/chunks.ts';
import { addSeconds } from '../base/time.ts';
import type { Core } from '../med-case/deps.ts';
import type { LogFields } from '../platform/log.ts';
import { resumeWait, takeInTurn } from '../platform/open-work.ts';

/** The bounds of a run. `remaining`: milliseconds until it must end. */
export type Limits = { perRun: number; perShard: number; remaining: () => number };

/** No row is started with less time left (ms), because each of its calls may need all of its tries. */
const endsMs = 20_000;
/** Listing stops with this much time left (ms), and the listed rows are processed. */
const listingEndsMs = 35_000;

export const hasTimeToSend = ({ remaining }: Limits) => remaining() > endsMs;
export const hasTimeToList = ({ remaining }: Limits) => remaining() > listingEndsMs;

/** `not_due`: the index lags behind its table. The row has been finished or sent again since. */
export type Result = 'sent' | 'not_due' | 'failed';

type Stallable = { dueAt?: string; resumes: number };

/** Rows that a queue did not accept. `isDown`: the queue answered no call. */
type Refused<Row> = { unsent: readonly Row[]; error?: unknown; isDown?: boolean };

/** How a row of a kind is read, reserved and sent again. */
export type Work<Key, Row> = {
  get: (key: Key) => Promise<Row | undefined>;
  /** The row as reserved; undefined if another sweeper has reserved it. */
  take: (row: Row, dueAt: string) => Promise<Row | undefined>;
  /** The queue of its message. A row without one is only reserved. */
  queueOf: (row: Row) => string | undefined;
  send: (queue: string, rows: readonly Row[]) => Promise<Refused<Row>>;
  about: (row: Row) => LogFields;
  /** The log fields known before the row is read. */
  aboutKey: (key: Key) => LogFields;
  /** Rows of a shard are processed one after the other, shards in parallel. */
  shardOf: (key: Key) => string;
};

/** Rows of a shard that are read and sent together. */
const stepSize = 25;

/** By name. `away`: the queue has answered no call yet. Its rows are not reserved and stay due for the next run. */
type KnownQueues = Map<string | undefined, 'there' | 'away'>;

/** The oldest row of each account in turn, so that an account with many due rows does not delay the others. */
export function choose<Key extends { dueAt: string }>(
  { ids }: Core,
  due: readonly Key[],
  accountOf: (key: Key) => string,
  most: number,
): Key[] {
  const oldestFirst = due.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
  const start = due.length > most ? ids.fraction() : 0;
  return takeInTurn(oldestFirst, accountOf, most, start);
}

/** @param dueCount number of due rows, chosen or not */
export async function resumeEach<Key, Row extends Stallable>(
  deps: Core,
  limits: Limits,
  chosen: readonly Key[],
  dueCount: number,
  work: Work<Key, Row>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queues: KnownQueues = new Map();
  const resumeShard = async (shard: readonly Key[]) => {
    for (const keys of chunks(shard, stepSize))
      if (hasTimeToSend(limits)) results.push(...(await resumeStep(deps, limits, keys, work, queues)));
  };
  await Promise.all([...Map.groupBy(chosen, work.shardOf).values()].map(resumeShard));
  const left = dueCount - results.length;
  if (left > 0) deps.log.warn('due work remains for the next run', { count: left });
  return results;
}

/** @returns no result for rows that are left to the next run */
async function resumeStep<Key, Row extends Stallable>(
  deps: Core,
  limits: Limits,
  keys: readonly Key[],
  work: Work<Key, Row>,
  queues: KnownQueues,
): Promise<Result[]> {
  const results: Result[] = [];
  const fail = (about: LogFields, error: unknown) => {
    deps.log.error('stalled work could not be sent again', about, error);
    results.push('failed');
  };
  const taken: Row[] = [];
  const read = await Promise.allSettled(keys.map(work.get));
  for (const [index, got] of read.entries()) {
    const about = work.aboutKey(keys[index] as Key);
    if (got.status === 'rejected') fail(about, got.reason);
    else if (!isDue(deps, got.value)) results.push('not_due');
    else if (queues.get(work.queueOf(got.value)) !== 'away' && hasTimeToSend(limits)) {
      const wait = resumeWait(deps.config.RESUME_AFTER_SECONDS, got.value.resumes);
      try {
        const row = await work.take(got.value, addSeconds(deps.now(), wait));
        if (row) taken.push(row);
        else results.push('not_due');
      } catch (error) {
        fail(about, error);
      }
    }
  }
  for (const [queue, rows] of Map.groupBy(taken, work.queueOf)) {
    const { unsent, error, isDown } = queue ? await work.send(queue, rows) : { unsent: [] };
    if (!isDown) queues.set(queue, 'there');
    else if (!queues.has(queue)) queues.set(queue, 'away');
    for (const row of rows) {
      if (unsent.includes(row)) fail(work.about(row), error);
      else {
        deps.log.warn('sent again', work.about(row));
        results.push('sent');
      }
    }
  }
  return results;
}

const isDue = <Row extends Stallable>({ now }: Core, row: Row | undefined): row is Row =>
  row?.dueAt !== undefined && row.dueAt <= now().toISOString();

/** Sends rows of which each has its own message. */
export const sendEach =
  <Row>(send: (row: Row) => Promise<void>) =>
  async (_: string, rows: readonly Row[]): Promise<Refused<Row>> => {
    const sent = await Promise.allSettled(rows.map(send));
    const unsent = rows.filter((_row, index) => sent[index]?.status === 'rejected');
    const error = sent.find((result) => result.status === 'rejected')?.reason;
    return { unsent, error, isDown: unsent.length === rows.length };
  };
