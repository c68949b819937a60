// Finds accounts that have a row in the index `open` but no watch. Without a watch, resume-stalled does not check their
// open work. Such an account is reported and watched again. No money is moved.

import type { WithWatches } from '../account/deps.ts';
import { accountKey } from '../base/account-ref.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithBooks } from './deps.ts';
import type { Listed } from './directory-store.ts';
import { type Reported, reportDifference } from './report-difference.ts';

/**
 * Length of a turn in seconds. The check makes four calls for each account, so a run checks only some accounts, unless
 * all are requested.
 */
const turnSeconds = 900;
const turns = 16;

/** Returns whether this run checks the account. Each account is checked once in four hours. */
export function isItsTurn({ now }: Base, { number }: Listed): boolean {
  const turn = Math.floor(now().getTime() / 1_000 / turnSeconds) % turns;
  return Number(number) % turns === turn;
}

/**
 * Finds the accounts.
 * @param watched keys of the accounts that were watched when the run began; these accounts are not checked
 */
export async function findUnwatched(
  deps: Base & WithWatches & WithMoney & WithBooks,
  listed: Listed,
  watched: ReadonlySet<string>,
): Promise<Reported | undefined> {
  if (watched.has(accountKey(listed))) return undefined;
  const work = await deps.openWork.findOpenCashout(listed);
  // The account's row was in the index when the index was read. So if the watch is missing now, it was missing then
  // too.
  if (!work || (await deps.watches.isWatched(listed))) return undefined;
  const details = `cashout ${work.id} is open, and its account was not watched`;
  const reported = await reportDifference(
    deps,
    listed,
    { kind: 'unwatched_work', mark: work.id, details },
    0,
  );
  await deps.watches.ensure(listed);
  return reported;
}
