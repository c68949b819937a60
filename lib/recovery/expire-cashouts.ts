// Ends NEW cashouts whose time has come, of all accounts, each account's in turn.

import type { Core } from '../app/deps.ts';
import { accountKey } from '../base/account-ref.ts';
import { expireCashout, isExpired } from '../cashout/expire-cashout.ts';
import type { OpenCashout } from '../cashout/open-cashout-store.ts';
import { waitingLanes } from '../cashout/open-place.ts';
import { atOnce } from '../platform/at-once.ts';
import { choose, hasTimeToList, hasTimeToSend, type Limits } from './resume-rows.ts';

/** Each has three calls, and the client fifty connections. */
const expiringAtOnce = 16;
/** Listed of a lane. */
const perLane = 20_000;

/** @returns how many were looked at; throws at the end if some could not be ended: they stay due */
export async function expireCashouts(
  deps: Core,
  { remaining }: Pick<Limits, 'remaining'>,
): Promise<{ expired: number }> {
  const { cashouts, log, now } = deps;
  const limits = { remaining, perRun: Number.POSITIVE_INFINITY, perLane };
  const range = { now: now().toISOString(), most: perLane, hasTime: () => hasTimeToList(limits) };
  const due = (await Promise.all(waitingLanes.map((lane) => cashouts.listExpired(lane, range)))).flat();
  let [expired, failed] = [0, 0];
  const expire = async ({ id }: OpenCashout) => {
    try {
      const row = await cashouts.get(id);
      if (row?.status !== 'NEW' || !isExpired(row, now())) return;
      await expireCashout(deps, row);
      expired += 1;
    } catch (error) {
      failed += 1;
      log.error('a cashout could not expire', { cashoutId: id }, error);
    }
  };
  const inTurn = choose(deps, due, ({ account }) => accountKey(account), limits.perRun);
  const left = await atOnce(expiringAtOnce, inTurn, expire, () => hasTimeToSend(limits));
  if (left > 0) log.warn('cashouts that expire remain for the next run', { count: left });
  if (failed > 0) throw new Error('some cashouts could not expire');
  return { expired };
}
