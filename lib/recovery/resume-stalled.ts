// The safety net for lost messages: rows with open work past their due time are sent again. The due time is
// moved first, further each time, so that overlapping runs and slow workers do not multiply messages. A row
// that cannot be sent does not stop the others. When more is due than one run can send, the accounts take
// turns.

import type { Core, WithQueues } from '../app/deps.ts';
import { eventSubject } from '../base/correlation.ts';
import { addSeconds, ageSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { DueKey, Listing } from '../platform/due.ts';
import type { LogFields } from '../platform/log.ts';
import { lanesOf, resumeWait, takeInTurn, type WorkKind } from '../platform/open-work.ts';
import { messageOf } from '../webhook/delivery.ts';
import { owedWork, rowSubject } from './dispatch-changes.ts';

/** @param remaining milliseconds until the run must be over */
type Limits = { perRun: number; perLane: number; remaining: () => number };

const usual: Limits = {
  /** Rows of a kind that are sent again. */
  perRun: 1_600,
  /** Rows of a lane that are listed: more than one account may have open (docs/performance.md). */
  perLane: 20_000,
  remaining: () => Number.POSITIVE_INFINITY,
};
/** No row is started with less time left: each of its calls may need all of its tries. */
const endsMs = 20_000;
/** Listing stops with this much time left, and what has been listed is worked on. */
const listingEndsMs = 35_000;

/** `not_due`: the index lags behind its table; the row has been done, or sent again, since. */
type Result = 'sent' | 'not_due' | 'failed';

/** A kind of open work: its due keys in one lane, its rows, and how one of them is sent again. */
type Work<Key, Row> = {
  kind: WorkKind;
  listDue: (listing: Listing) => Promise<(Key & DueKey)[]>;
  get: (key: Key) => Promise<Row | undefined>;
  /** The row as taken; undefined when another sweeper has it. */
  take: (row: Row, dueAt: string) => Promise<Row | undefined>;
  send: (row: Row) => Promise<void>;
  about: (row: Row) => LogFields;
};

/** @returns how many rows were sent again; throws at the end if some could not be */
export async function resumeStalled(deps: Core & WithQueues, limits: Partial<Limits> = {}): Promise<number> {
  const { cashouts, chargebacks, deliveries, queues } = deps;
  const within = { ...usual, ...limits };
  let oldest = 0;
  const results = await Promise.all([
    resumeAll<{ id: number }, Cashout>(deps, within, {
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
    resumeAll(deps, within, {
      kind: 'chargeback',
      listDue: chargebacks.listDue,
      get: ({ id }) => chargebacks.get(id),
      take: chargebacks.resume,
      send: (row) => queues.send('chargebacks', row),
      about: rowSubject,
    }),
    resumeAll(deps, within, {
      kind: 'delivery',
      listDue: deliveries.listDue,
      get: deliveries.get,
      take: deliveries.resume,
      // It is late already, so it does not use the fast lane.
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

/** Seconds that a due transfer has been open; 0 if it is not due, since the index may lag. */
function openSeconds({ approvedAt, dueAt = '' }: Cashout, now: Date): number {
  return approvedAt && dueAt <= now.toISOString() ? ageSeconds(approvedAt, now) : 0;
}

type Stallable = { dueAt?: string; resumes: number };

async function resumeAll<Key, Row extends Stallable>(
  deps: Core & WithQueues,
  limits: Limits,
  work: Work<Key, Row>,
): Promise<Result[]> {
  const lanes = await Promise.all(lanesOf(work.kind).map((lane) => listLane(deps, limits, lane, work)));
  const results = lanes.flatMap((due): Result[] => (due ? [] : ['failed']));
  const due = lanes.flatMap((keys = []) => keys);
  const chosen = choose(deps, due, limits.perRun);
  let left = due.length - chosen.length;
  const resumeEach = async (lane: string) => {
    for (const key of chosen.filter((one) => one.lane === lane)) {
      if (limits.remaining() > endsMs) results.push(await resumeRow(deps, key, work));
      else left += 1;
    }
  };
  await Promise.all(lanesOf(work.kind).map(resumeEach));
  if (left > 0) deps.log.warn('due work remains for the next run', { count: left });
  return results;
}

async function listLane<Key, Row>(
  deps: Core,
  { perLane, remaining }: Limits,
  lane: string,
  { listDue }: Work<Key, Row>,
): Promise<(Key & DueKey & { lane: string })[] | undefined> {
  const hasTime = () => remaining() > listingEndsMs;
  try {
    const keys = await listDue({ lane, now: deps.now().toISOString(), most: perLane, hasTime });
    return keys.map((key) => ({ ...key, lane }));
  } catch (error) {
    deps.log.error('due work could not be listed', { lane }, error);
    return undefined;
  }
}

/**
 * Takes the oldest row of each account in turn, so that an account with many due rows does not delay the
 * others.
 */
function choose<Key extends DueKey>({ ids }: Core, due: readonly Key[], most: number): Key[] {
  const oldestFirst = due.toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : 1));
  const start = due.length > most ? ids.fraction() : 0;
  return takeInTurn(oldestFirst, ({ account }) => account, most, start);
}

async function resumeRow<Key, Row extends Stallable>(
  deps: Core & WithQueues,
  key: Key & { lane: string },
  work: Work<Key, Row>,
): Promise<Result> {
  try {
    return await sendAgain(deps, key, work);
  } catch (error) {
    deps.log.error('stalled work could not be sent again', { lane: key.lane }, error);
    return 'failed';
  }
}

async function sendAgain<Key, Row extends Stallable>(
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
