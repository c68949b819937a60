// The safety net under every lost message: rows that owe something past their due time are sent again. The due
// time moves on first, growing, so that overlapping runs and a slow worker never make a storm. A row that cannot
// be sent keeps no other from being sent.

import type { Cashout } from '../cashout.ts';
import { eventSubject } from '../correlation.ts';
import { messageOf } from '../delivery.ts';
import type { Core, WithQueues } from '../deps.ts';
import type { LogFields } from '../log.ts';
import { lanesOf, resumeWait, type WorkKind } from '../open-work.ts';
import { addSeconds, ageSeconds } from '../time.ts';
import { owedWork, rowSubject } from './dispatch-changes.ts';

const perLane = 100;

/** `not_due`: the index lags behind its table, and what it calls due has been done, or sent again, since. */
type Result = 'sent' | 'not_due' | 'failed';

/** A kind of open work: its due keys in one lane, its rows, and how one of them is sent again. */
type Work<Key, Row> = {
  kind: WorkKind;
  listDue: (lane: string, now: string, limit: number) => Promise<Key[]>;
  get: (key: Key) => Promise<Row | undefined>;
  /** The row as taken; undefined when another sweeper has it. */
  take: (row: Row, dueAt: string) => Promise<Row | undefined>;
  send: (row: Row) => Promise<void>;
  about: (row: Row) => LogFields;
};

/** @returns how many rows were sent again; throws, after all the others, when some could not be */
export async function resumeStalled(deps: Core & WithQueues): Promise<number> {
  const { cashouts, chargebacks, deliveries, queues } = deps;
  let oldest = 0;
  const results = await Promise.all([
    resumeAll<{ id: number }, Cashout>(deps, {
      kind: 'cashout',
      listDue: cashouts.listDue,
      get: async ({ id }) => {
        const row = await cashouts.get(id);
        if (row?.status === 'PROCESSING') oldest = Math.max(oldest, openSeconds(row, deps.now()));
        return row;
      },
      take: async (row, dueAt) => {
        const taken = await cashouts.resume(row, dueAt);
        return taken.moved ? taken.cashout : undefined;
      },
      send: async (row) => {
        const sent = await Promise.allSettled(owedWork(row).map((queue) => queues.send(queue, row)));
        const refused = sent.find((result) => result.status === 'rejected');
        if (refused) throw refused.reason;
      },
      about: rowSubject,
    }),
    resumeAll(deps, {
      kind: 'chargeback',
      listDue: chargebacks.listDue,
      get: ({ id }) => chargebacks.get(id),
      take: chargebacks.resume,
      send: (row) => queues.send('chargebacks', row),
      about: rowSubject,
    }),
    resumeAll(deps, {
      kind: 'delivery',
      listDue: deliveries.listDue,
      get: deliveries.get,
      take: deliveries.resume,
      // It is late already: the fast lane is for those who are not.
      send: (row) => queues.sendDelivery(messageOf(row, 'slow')),
      about: ({ webhookId, eventId }) => ({ ...eventSubject(eventId), webhookId }),
    }),
  ]);
  const all = results.flat();
  const count = all.filter((result) => result === 'sent').length;
  if (count > 0) {
    deps.log.warn('stalled work sent again', { count });
    deps.metrics.count('StalledResumed', count);
  }
  deps.metrics.count('OldestOpen', oldest);
  if (all.includes('failed')) throw new Error('some stalled work could not be sent again');
  return count;
}

/** How long a due transfer has been open: the index is of what is due, and may lag. */
function openSeconds({ approvedAt, dueAt = '' }: Cashout, now: Date): number {
  return approvedAt && dueAt <= now.toISOString() ? ageSeconds(approvedAt, now) : 0;
}

type Stallable = { dueAt?: string; resumes: number };

async function resumeAll<Key, Row extends Stallable>(
  deps: Core & WithQueues,
  work: Work<Key, Row>,
): Promise<Result[]> {
  return (await Promise.all(lanesOf(work.kind).map((lane) => resumeLane(deps, lane, work)))).flat();
}

async function resumeLane<Key, Row extends Stallable>(
  deps: Core & WithQueues,
  lane: string,
  work: Work<Key, Row>,
): Promise<Result[]> {
  const due = await work.listDue(lane, deps.now().toISOString(), perLane).catch((error) => {
    deps.log.error('due work could not be listed', { lane }, error);
    return undefined;
  });
  if (!due) return ['failed'];
  const results: Result[] = [];
  for (const key of due) {
    const result = await resumeRow(deps, key, work).catch((error): Result => {
      deps.log.error('stalled work could not be sent again', { lane }, error);
      return 'failed';
    });
    results.push(result);
  }
  return results;
}

async function resumeRow<Key, Row extends Stallable>(
  deps: Core & WithQueues,
  key: Key,
  { get, take, send, about }: Work<Key, Row>,
): Promise<Result> {
  const now = deps.now();
  const row = await get(key);
  if (!row?.dueAt || row.dueAt > now.toISOString()) return 'not_due';
  const wait = resumeWait(deps.config.RESUME_AFTER_SECONDS, row.resumes);
  const taken = await take(row, addSeconds(now, wait));
  if (!taken) return 'not_due';
  await send(taken);
  deps.log.warn('sent again', about(taken));
  return 'sent';
}
