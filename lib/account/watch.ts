// The watch on an account. While it is active, the sweep checks the account's open work every minute. Every writer of
// open work ensures the watch first, so no open work is unwatched.

import type { AccountRef } from '../base/account-ref.ts';
import { addSeconds } from '../base/time.ts';
import { fewShards } from '../platform/shards.ts';

/** `watchAt`: when the checks began. `quietAt`: when a check first found no work; absent while there is work. */
export type Watch = { watchShard?: string; watchAt?: string; quietAt?: string };

/** Seconds for which a container relies on a watch after reading it. */
export const cacheSeconds = 30;

/**
 * Seconds for which a watch stays quiet before it ends. A writer may have read it just before it became quiet. The time
 * is longer than this sum: the cache of a container, the time limit of its function, the delivery of its write, and the
 * lag of the index (test/account/watch.test.ts). So the row of that writer is found before the watch ends.
 */
export const quietSeconds = 180;

/** Whether a writer may rely on a watch. A quiet one may end soon. */
export function isReliable(watch: Watch | undefined): boolean {
  return watch?.watchShard !== undefined && watch.quietAt === undefined;
}

/** @param lookedAt when the latest check without a result began */
export function isOver(quietAt: string, lookedAt: Date): boolean {
  return addSeconds(new Date(quietAt), quietSeconds) <= lookedAt.toISOString();
}

export const watchShards = Array.from({ length: fewShards }, (_, shard) => `watch#${shard}`);

export function watchShardOf({ number }: AccountRef): string {
  return `watch#${Number(number) % fewShards}`;
}
