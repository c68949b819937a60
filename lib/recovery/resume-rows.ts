// Sends due rows of any kind again. The due time is moved first, and further each time, so that overlapping runs and
// slow workers do not multiply messages. A row that cannot be sent does not stop the other rows. If more rows are due
// than one run can send, the accounts take turns.

import { chunks } from '../base/chunks.ts';
import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import type { LogFields } from '../platform/log.ts';
import { resumeWait, takeInTurn } from '../platform/open-work.ts';

/** The limits of a run. `remaining`: returns the milliseconds until the run must end. */
export type Limits = { perRun: number; perShard: number; remaining: () => number };

/**
 * Time before the end of a run at which no further row is started (ms). Each call of a row may need all of its tries.
 */
const endsMs = 20_000;
/** Time before the end of a run at which listing stops (ms). The rows that were listed are then processed. */
const listingEndsMs = 35_000;

export const hasTimeToSend = ({ remaining }: Limits) => remaining() > endsMs;
export const hasTimeToList = ({ remaining }: Limits) => remaining() > listingEndsMs;

/**
 * Result for a row. `not_due`: the index lags behind its table, because the row has been finished or sent again since.
 */
export type Result = 'sent' | 'not_due' | 'failed';

type Stallable = { dueAt?: string; resumes: number };

/** Rows that a queue did not accept. `isDown`: the queue answered no call. */
type Refused<Row> = { unsent: readonly Row[]; error?: unknown; isDown?: boolean };

/** Defines how a row of a kind is read, reserved and sent again. */
export type Work<Key, Row> = {
  get: (key: Key) => Promise<Row | undefined>;
  /** Returns whether a row is sent again; by default if it is due by now. */
  isDue?: (row: Row) => boolean;
  /** Reserves a row. Returns the row after that, or undefined if another run has reserved it. */
  take: (row: Row, dueAt: string) => Promise<Row | undefined>;
  /** Returns the queue of the row's message. A row without a queue is only reserved. */
  queueOf: (row: Row) => string | undefined;
  send: (queue: string, rows: readonly Row[]) => Promise<Refused<Row>>;
  about: (row: Row) => LogFields;
  /** Returns the log fields that are known before the row is read. */
  aboutKey: (key: Key) => LogFields;
  /** Returns the shard of a key. Rows of a shard are processed one after the other, shards in parallel. */
  shardOf: (key: Key) => string;
};

/** Number of rows of a shard that are read and sent together. */
const stepSize = 25;

/**
 * The queues by name. `away`: the queue has answered no call yet. Its rows are not reserved, and stay due for the next
 * run.
 */
type KnownQueues = Map<string | undefined, 'there' | 'away'>;

/** Chooses the oldest row of each account in turn, so that an account with many due rows does not delay the others. */
export function choose<Key extends { dueAt: string }>(
  { ids }: Base,
  due: readonly Key[],
  accountOf: (key: Key) => string,
  most: number,
): Key[] {
  const oldestFirst = due.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
  const start = due.length > most ? ids.fraction() : 0;
  return takeInTurn(oldestFirst, accountOf, most, start);
}

/**
 * Sends the chosen rows again.
 * @param dueCount number of due rows, chosen or not
 */
export async function resumeEach<Key, Row extends Stallable>(
  deps: Base,
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

/**
 * Sends a step of rows again.
 * @returns the results, without those of rows that are left for the next run
 */
async function resumeStep<Key, Row extends Stallable>(
  deps: Base,
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
    else if (!got.value || !(work.isDue?.(got.value) ?? isDue(deps, got.value))) results.push('not_due');
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

const isDue = ({ now }: Base, { dueAt }: Stallable): boolean =>
  dueAt !== undefined && dueAt <= now().toISOString();

/** Returns a function that sends one message for each row. */
export const sendEach =
  <Row>(send: (row: Row) => Promise<void>) =>
  async (_: string, rows: readonly Row[]): Promise<Refused<Row>> => {
    const sent = await Promise.allSettled(rows.map(send));
    const unsent = rows.filter((_row, index) => sent[index]?.status === 'rejected');
    const error = sent.find((result) => result.status === 'rejected')?.reason;
    return { unsent, error, isDown: unsent.length === rows.length };
  };
