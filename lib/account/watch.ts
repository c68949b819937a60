// Defines the watch on an account. While a watch is active, resume-stalled checks the account's open work every minute,
// so that stalled work continues. Every writer of open work makes sure that the watch exists before it writes, so no
// open work is missed.

import type { AccountRef } from '../base/account-ref.ts';
import { addSeconds } from '../base/time.ts';
import { fewShards } from '../platform/shards.ts';

/**
 * A watch. `watchAt`: time from which the account is checked. `quietAt`: time at which a check first found no open
 * work; absent while there is open work.
 */
export type Watch = { watchShard?: string; watchAt?: string; quietAt?: string };

/** Seconds for which a container relies on a watch after reading it. */
export const cacheSeconds = 30;

/**
 * Seconds for which a watch stays quiet before it ends. A writer of open work may have read the watch just before it
 * became quiet, and its row must be found before the watch ends. So this time is longer than the sum of: the cache of a
 * container, the time limit of the writer's function, the delivery of its write, and the lag of the index
 * (test/account/watch.test.ts).
 */
export const quietSeconds = 180;

/** Returns whether a writer may rely on a watch. A quiet watch may end soon, so a writer may not rely on it. */
export function isReliable(watch: Watch | undefined): boolean {
  return watch?.watchShard !== undefined && watch.quietAt === undefined;
}

/**
 * Returns whether a quiet watch has ended.
 * @param lookedAt when the latest check that found no open work began
 */
export function isOver(quietAt: string, lookedAt: Date): boolean {
  return addSeconds(new Date(quietAt), quietSeconds) <= lookedAt.toISOString();
}

export const watchShards = Array.from({ length: fewShards }, (_, shard) => `watch#${shard}`);

export function watchShardOf({ number }: AccountRef): string {
  return `watch#${Number(number) % fewShards}`;
}
