// Checks whether cashouts that wait for approval could be paid, without checking their payees. So users do not approve
// cashouts that will fail. Each cashout is judged separately, with the current state of its account.

import type { Account } from '../account/account.ts';
import type { WithAccounts } from '../account/deps.ts';
import { accountKey } from '../base/account-ref.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { OwnFailure } from '../cashout/failures.ts';
import { countsOfOne, type Judged, type Judgement, judge } from '../cashout/judge.ts';
import type { WithPspRows } from '../network/deps.ts';
import { stopAt } from '../network/stop-at.ts';
import type { Base } from '../platform/deps.ts';
import { type Count, isOfPayee, roomOf } from '../rules/limits.ts';

/** A judgement. Its reasons may also be of the PSP. */
export type Waiting = Omit<Judgement, 'refusals'> & { refusals: OwnFailure[] };

/**
 * Judges the cashouts.
 * @param accounts the accounts of the cashouts
 * @returns the judgements by cashout id
 */
export async function judgeWaiting(
  deps: Base & WithAccounts & WithPspRows,
  accounts: readonly Account[],
  rows: readonly Cashout[],
): Promise<ReadonlyMap<number, Waiting>> {
  const of = Map.groupBy(rows, ({ account }) => accountKey(account));
  const judged = accounts.map((account) => judgeGroup(deps, account, of.get(accountKey(account)) ?? []));
  const all = (await Promise.all(judged)).flat();
  if (rows.length === 0 || !(await stopAt(deps, deps.config.PAYOUT_NETWORK))) return new Map(all);
  return new Map(all.map(([id, one]) => [id, { ...one, refusals: [...one.refusals, 'psp_stopped'] }]));
}

async function judgeGroup(
  { accounts, now }: Base & WithAccounts,
  balance: Account,
  rows: readonly Cashout[],
): Promise<[id: number, Waiting][]> {
  const at = now().toISOString();
  const { rules } = balance;
  const reservation = { recipient: {}, reservedAt: at };
  const counts = rows
    .flatMap((cashout) => countsOfOne({ cashout, reservation }, rules))
    .filter(({ sk }) => !isOfPayee(sk));
  const places = [...new Map(counts.map((one) => [one.sk, one])).values()];
  const counted = await accounts.getCounts(balance, places);
  const remainingOf = (one: Count) => roomOf(one, counted.get(one.sk), at);
  return rows.map((cashout) => {
    const one: Judged = { cashout, reservation };
    return [cashout.id, judge('wait', one, { balance, rules, remainingOf })];
  });
}
