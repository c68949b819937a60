// Checks every watched account for all kinds of open work. If no work was found for long enough, the watch of the
// account ends (lib/account/watch.ts).

import type { WithWatches } from '../account/deps.ts';
import { isOver, watchShards } from '../account/watch.ts';
import type { Watched } from '../account/watch-store.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { atOnce } from '../platform/at-once.ts';
import type { Base } from '../platform/deps.ts';
import { hasTimeToList, type Limits, type Result } from './resume-rows.ts';

/**
 * Checks a watched account for one kind of open work. The code that creates such work must call `watches.ensure` first.
 * @returns whether the account must stay watched because of this work
 */
export type Check = (account: AccountRef) => Promise<boolean>;

/**
 * Number of accounts that are checked at the same time. A check makes four concurrent calls, and the client has fifty
 * connections.
 */
const accountsAtOnce = 12;

/** `isListed`: whether every shard of the watch list could be read. */
type Checked = { failed: Result[]; isListed: boolean };

/**
 * Checks the accounts.
 * @returns `failed` for each shard or account that could not be checked; the watch of such an account does not end
 */
export async function checkAccounts(
  deps: Base & WithWatches,
  limits: Limits,
  checks: readonly Check[],
): Promise<Checked> {
  const shards = await Promise.all(watchShards.map((shard) => listShard(deps, limits, shard)));
  const failed = shards.flatMap((listed): Result[] => (listed ? [] : ['failed']));
  const isListed = failed.length === 0;
  const watched = fromSomewhere(
    deps,
    shards.flatMap((listed = []) => listed),
  );
  let begun = 0;
  const check = async (one: Watched) => {
    begun += 1;
    await checkAccount(deps, one, checks).catch((error) => {
      failed.push('failed');
      deps.log.error('a watched account could not be checked', {}, error);
    });
  };
  const hasTime = () => begun < accountsAtOnce || hasTimeToList(limits);
  const left = await atOnce(accountsAtOnce, watched, check, hasTime);
  if (left > 0) deps.log.warn('watched accounts remain for the next run', { count: left });
  return { failed, isListed };
}

/**
 * Rotates the list by a random number of accounts. Otherwise the same accounts would always be left out when the time
 * is over.
 */
function fromSomewhere({ ids }: Base, watched: readonly Watched[]): Watched[] {
  const first = Math.floor(ids.fraction() * watched.length);
  return [...watched.slice(first), ...watched.slice(0, first)];
}

async function checkAccount(
  { watches, now }: Base & WithWatches,
  { account, quietAt }: Watched,
  checks: readonly Check[],
): Promise<void> {
  const checkedAt = now();
  // All checks are awaited, because what one of them finds must not be lost if another one fails.
  const results = await Promise.allSettled(checks.map((check) => check(account)));
  const found = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  if (found.some(Boolean)) {
    if (quietAt !== undefined) await watches.rouse(account, quietAt);
  } else if (quietAt === undefined) await watches.quiet(account);
  else if (isOver(quietAt, checkedAt)) await watches.end(account, quietAt);
}

async function listShard(
  deps: Base & WithWatches,
  limits: Limits,
  shard: string,
): Promise<Watched[] | undefined> {
  try {
    return await deps.watches.list(shard, limits.perShard, () => hasTimeToList(limits));
  } catch (error) {
    deps.log.error('watched accounts could not be listed', { shard }, error);
    return undefined;
  }
}
