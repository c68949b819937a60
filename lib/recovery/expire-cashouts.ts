// Processes the due NEW cashouts of all accounts; the accounts take turns. Cashouts that were not approved expire.
// Scheduled cashouts that were approved are given to the workers, which start them.

import { expireCashout, isExpired } from '../approval/expire-cashout.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { addSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts, WithOpenTransfers } from '../cashout/deps.ts';
import type { OpenCashout } from '../cashout/open-cashout-store.ts';
import { waitingShards } from '../cashout/open-partition.ts';
import { isApprovedAhead, waitsUntil } from '../cashout/schedule.ts';
import { atOnce } from '../platform/at-once.ts';
import type { Base } from '../platform/deps.ts';
import { choose, hasTimeToList, hasTimeToSend, type Limits } from './resume-rows.ts';

/**
 * Number of cashouts that are processed at the same time. Each makes three calls, and the client has fifty connections.
 */
const atOnceMost = 16;
/** Maximum number of rows that are listed in each shard. */
const perShard = 20_000;

/** Result of a run. `called`: number of cashouts that were given to the workers. */
export type Swept = { expired: number; called: number };

/**
 * Processes the due cashouts.
 * @returns how many cashouts were changed. Throws at the end if some could not be changed; they stay due.
 */
export async function expireCashouts(
  deps: Base & WithCashouts & WithOpenTransfers,
  { remaining }: Pick<Limits, 'remaining'>,
): Promise<Swept> {
  const { cashouts, log, now } = deps;
  const limits = { remaining, perRun: Number.POSITIVE_INFINITY, perShard };
  const range = { now: now().toISOString(), most: perShard, hasTime: () => hasTimeToList(limits) };
  const due = (await Promise.all(waitingShards.map((shard) => cashouts.listWaited(shard, range)))).flat();
  const swept: Swept = { expired: 0, called: 0 };
  let [failed, full] = [0, 0];
  const hasCapacity = makeCapacities(deps);
  const move = async ({ id }: OpenCashout) => {
    try {
      const row = await cashouts.get(id);
      if (row?.status !== 'NEW') return;
      if (isDueToStart(row, now())) {
        if (!(await hasCapacity(row.account))) full += 1;
        else if (await call(deps, row)) swept.called += 1;
      } else if (isExpired(row, now())) {
        await expireCashout(deps, row);
        swept.expired += 1;
      }
    } catch (error) {
      failed += 1;
      log.error('a cashout could not expire or start', { cashoutId: id }, error);
    }
  };
  const inTurn = choose(deps, due, ({ account }) => accountKey(account), limits.perRun);
  const left = (await atOnce(atOnceMost, inTurn, move, () => hasTimeToSend(limits))) + full;
  if (left > 0) log.warn('cashouts due to expire or start remain for the next run', { count: left });
  if (failed > 0) throw new Error('some cashouts could not expire or start');
  return swept;
}

const isDueToStart = (row: Cashout, now: Date) =>
  isApprovedAhead(row) && !row.calledAt && (waitsUntil(row) ?? '') <= now.toISOString();

/** Changes the row, so that the stream sends its message to the workers. */
async function call(deps: Base & WithCashouts, row: Cashout): Promise<boolean> {
  const now = deps.now();
  const dueAt = addSeconds(now, deps.config.RESUME_AFTER_SECONDS);
  return (await deps.cashouts.call(row, now.toISOString(), dueAt)).moved;
}

/**
 * Returns a function that decides whether one more cashout of an account may start in this run, within the account's
 * maximum number of transfers in progress.
 */
function makeCapacities({
  openTransfers,
}: Base & WithOpenTransfers): (account: AccountRef) => Promise<boolean> {
  const counts = new Map<string, Promise<number>>();
  const started = new Map<string, number>();
  return async (account) => {
    const key = accountKey(account);
    const count = counts.get(key) ?? openTransfers.capacityToStart(account);
    counts.set(key, count);
    const room = await count;
    const before = started.get(key) ?? 0;
    if (before >= room) return false;
    started.set(key, before + 1);
    return true;
  };
}
