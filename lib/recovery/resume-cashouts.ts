// Processes the due cashouts of the watched accounts. Cashouts with work are sent to their queue again. A NEW cashout
// without work leaves the index, with one write and no message. NEW cashouts come last, so that they never delay other
// work. Payments whose PSP answers again after a silence are sent before they are due.

import type { WithWatches } from '../account/deps.ts';
import { accountKey } from '../base/account-ref.ts';
import { chunks } from '../base/chunks.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { OpenCashout } from '../cashout/open-cashout-store.ts';
import { isForWorkers, waitsUntil } from '../cashout/schedule.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { WithPspRows } from '../network/deps.ts';
import { firstSeenLate, watchedSeconds } from '../payout/lateness.ts';
import { atOnce } from '../platform/at-once.ts';
import type { Base } from '../platform/deps.ts';
import { manyShards } from '../platform/shards.ts';
import type { QueueName } from '../platform/work-queues.ts';
import { type Check, checkAccounts } from './check-accounts.ts';
import {
  choose,
  hasTimeToList,
  hasTimeToSend,
  type Limits,
  type Result,
  resumeEach,
  type Work,
} from './resume-rows.ts';
import { pendingWork, rowSubject } from './stream-record.ts';
import { wakingOf } from './wake.ts';

type Deps = Base & WithWatches & WithCashouts & WithPspRows & WithQueues;

/**
 * Number of rows that leave the index at the same time. It must not be above the number of the client's connections.
 */
const leavingAtOnce = 48;
/** Number of rows in a step. The rows of a step that have work are sent before the next step begins. */
const leavingPerStep = 480;

const ownerOf = ({ account }: OpenCashout) => accountKey(account);

/**
 * Processes the cashouts. States the age of the oldest one only if every list and cashout could be read, because an age
 * of 0 means that all is well. A run whose time is over states the age of what it has read: the next run begins
 * elsewhere.
 * @param others further checks of a watched account
 */
export async function resumeCashouts(
  deps: Deps,
  limits: Limits,
  others: readonly Check[],
): Promise<Result[]> {
  const { cashouts, now } = deps;
  const waking = await wakingOf(deps, limits.perRun).catch((error) =>
    deps.log.error('payments that wait for a PSP cannot be woken', {}, error),
  );
  const listed: OpenCashout[] = [];
  const hasTime = () => hasTimeToList(limits);
  const { read, unread } = countUnread();
  const { failed, isListed } = await checkAccounts(deps, limits, [
    async (account) => {
      const range = { now: waking?.until ?? now().toISOString(), most: limits.perShard, hasTime };
      const look = await read(cashouts.checkOpen(account, range));
      for (const row of look.due) listed.push(row);
      return look.isOpen;
    },
    ...others,
  ]);
  const { work, oldest } = cashoutWork(deps, read);
  const at = now().toISOString();
  const due = listed.filter(({ dueAt }) => dueAt <= at);
  const [fresh, running] = [due.filter(isNew), due.filter((row) => !isNew(row))];
  const chosen = choose(deps, running, ownerOf, limits.perRun);
  const results = await resumeEach(deps, limits, chosen, running.length, work);
  results.push(...(await leaveOrResume(deps, limits, fresh, work)));
  if (waking) {
    const woken = waking.choose(listed);
    results.push(
      ...(await resumeEach(deps, limits, woken, woken.length, { ...work, isDue: waking.isWoken })),
    );
  }
  if (isListed && unread() === 0) deps.metrics.count('OldestOpen', oldest());
  return [...failed, ...results];
}

/** Counts the reads that fail. */
function countUnread() {
  let unread = 0;
  const read = async <Found>(reading: Promise<Found>): Promise<Found> => {
    try {
      return await reading;
    } catch (error) {
      unread += 1;
      throw error;
    }
  };
  return { read, unread: () => unread };
}

const isNew = ({ status }: OpenCashout) => status === 'NEW';

/**
 * Sends rows again or removes them from the index. The number of sent rows is limited in each run; the number of
 * removed rows is not.
 */
async function leaveOrResume(
  deps: Base & WithCashouts,
  limits: Limits,
  fresh: readonly OpenCashout[],
  work: Work<OpenCashout, Cashout>,
): Promise<Result[]> {
  const results: Result[] = [];
  let left = 0;
  for (const some of chunks(choose(deps, fresh, ownerOf, Number.POSITIVE_INFINITY), leavingPerStep)) {
    const owing = new Map<number, { key: OpenCashout; row: Cashout }>();
    const settle = async (key: OpenCashout) => {
      try {
        const { row } = await deps.cashouts.leave(key);
        const isDue = row?.dueAt === key.dueAt;
        const until = isDue && isIdle(row) ? waitsUntil(row) : undefined;
        if (isDue && until) await deps.cashouts.wait(row, until);
        else if (isDue) owing.set(key.id, { key, row });
      } catch (error) {
        deps.log.error('a due NEW cashout could not be processed', work.aboutKey(key), error);
        results.push('failed');
      }
    };
    left += await atOnce(leavingAtOnce, some, settle, () => hasTimeToSend(limits));
    const room = Math.max(0, limits.perRun - results.length);
    const chosen = [...owing.values()].slice(0, room).map(({ key }) => key);
    const get = async ({ id }: OpenCashout) => owing.get(id)?.row;
    results.push(...(await resumeEach(deps, limits, chosen, owing.size, { ...work, get })));
  }
  if (left > 0) deps.log.warn('NEW cashouts remain in the index for the next run', { count: left });
  return results;
}

/** Returns whether a cashout is NEW, has no pending event, and has no work for the workers. */
const isIdle = (row: Cashout) => row.status === 'NEW' && row.pendingEvents.length === 0 && !isForWorkers(row);

function cashoutWork({ cashouts, queues, metrics, now }: Deps, read: ReturnType<typeof countUnread>['read']) {
  let oldest = 0;
  const work: Work<OpenCashout, Cashout> = {
    get: async ({ id }) => {
      const row = await read(cashouts.get(id));
      if (row?.status === 'PROCESSING') oldest = Math.max(oldest, openSeconds(row, now()));
      return row;
    },
    take: async (row, dueAt) => {
      const late = firstSeenLate(row, now());
      const taken = await cashouts.resume(row, dueAt, late);
      if (taken.moved && late.late) metrics.count('CashoutInTime', 0);
      return taken.moved ? taken.cashout : undefined;
    },
    queueOf: (row) => pendingWork(row)[0],
    send: (queue, rows) => queues.offer(queue as QueueName, rows),
    about: rowSubject,
    aboutKey: ({ id }) => ({ cashoutId: id }),
    shardOf: ({ id }) => String(id % manyShards),
  };
  return { work, oldest: () => oldest };
}

/**
 * Returns the seconds for which a due transfer has been open. The index may lag behind the table, so the transfer may
 * no longer be due. Then returns 0.
 */
function openSeconds(cashout: Cashout, now: Date): number {
  const { approvedAt, dueAt = '' } = cashout;
  return approvedAt && dueAt <= now.toISOString() ? watchedSeconds(cashout, now) : 0;
}
