// Sends due rows again, of any kind. The due time is moved first, further each time, so that overlapping runs and
// slow workers do not multiply messages. A row that cannot be sent does not stop the others. When more is due than
// one run can send, the accounts take turns.

import type { Core } from '../app/deps.ts';
import { addSeconds } from '../base/time.ts';
import type { LogFields } from '../platform/log.ts';
import { resumeWait, takeInTurn } from '../platform/open-work.ts';

/** The bounds of a run. `remaining`: milliseconds until it must be over. */
export type Limits = { perRun: number; perLane: number; remaining: () => number };

/** No row is started with less time left: each of its calls may need all of its tries. */
const endsMs = 20_000;
/** Listing stops with this much time left, and what has been listed is worked on. */
const listingEndsMs = 35_000;

export const hasTimeToSend = ({ remaining }: Limits) => remaining() > endsMs;
export const hasTimeToList = ({ remaining }: Limits) => remaining() > listingEndsMs;

/** `not_due`: the index lags behind its table; the row has been done, or sent again, since. */
export type Result = 'sent' | 'not_due' | 'failed';

type Stallable = { dueAt?: string; resumes: number };

/** How a row of a kind is read, taken and sent again. */
export type Work<Key, Row> = {
  get: (key: Key) => Promise<Row | undefined>;
  /** The row as taken; undefined when another sweeper has it. */
  take: (row: Row, dueAt: string) => Promise<Row | undefined>;
  send: (row: Row) => Promise<void>;
  about: (row: Row) => LogFields;
  /** What is known of it before it is read. */
  aboutKey: (key: Key) => LogFields;
  /** Rows of a lane are sent one after the other, lanes beside each other. */
  laneOf: (key: Key) => string;
};

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

/** @param dueCount how many rows were due, chosen or not */
export async function resumeEach<Key, Row extends Stallable>(
  deps: Core,
  limits: Limits,
  chosen: readonly Key[],
  dueCount: number,
  work: Work<Key, Row>,
): Promise<Result[]> {
  const results: Result[] = [];
  let left = dueCount - chosen.length;
  const resumeLane = async (lane: readonly Key[]) => {
    for (const key of lane) {
      if (hasTimeToSend(limits)) results.push(await resumeRow(deps, key, work));
      else left += 1;
    }
  };
  await Promise.all([...Map.groupBy(chosen, work.laneOf).values()].map(resumeLane));
  if (left > 0) deps.log.warn('due work remains for the next run', { count: left });
  return results;
}

export async function resumeRow<Key, Row extends Stallable>(
  deps: Core,
  key: Key,
  { get, take, send, about, aboutKey }: Work<Key, Row>,
): Promise<Result> {
  try {
    const now = deps.now();
    const row = await get(key);
    if (!row?.dueAt || row.dueAt > now.toISOString()) return 'not_due';
    const wait = resumeWait(deps.config.RESUME_AFTER_SECONDS, row.resumes);
    const taken = await take(row, addSeconds(now, wait));
    if (!taken) return 'not_due';
    await send(taken);
    deps.log.warn('sent again', about(taken));
    return 'sent';
  } catch (error) {
    deps.log.error('stalled work could not be sent again', aboutKey(key), error);
    return 'failed';
  }
}
