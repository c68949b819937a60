// The watch on an account: while it lasts, the sweep looks at the account's open work every minute. Whoever
// begins such work sees to the watch first, so no open work is unwatched.

import type { AccountRef } from '../base/account-ref.ts';
import { addSeconds } from '../base/time.ts';
import { fewLanes } from '../platform/lanes.ts';

/** `watchAt`: since when it is looked at. `quietAt`: since when nothing has been found; absent while there is work. */
export type Watch = { watchLane?: string; watchAt?: string; quietAt?: string };

/** Seconds for which a container relies on a watch that it has seen. */
export const cacheSeconds = 30;

/**
 * Seconds that a watch stays quiet before it ends. A writer that saw it just before may still rely on it: for as
 * long as containers remember, its function may run, its write is on its way, and the index lags. Longer than
 * all of these together (test/account/watch.test.ts), so its row is found before the watch ends.
 */
export const quietSeconds = 180;

/** Whether a writer may rely on a watch. A quiet one is about to end. */
export function isReliable(watch: Watch | undefined): boolean {
  return watch?.watchLane !== undefined && watch.quietAt === undefined;
}

/** @param lookedAt when the look began that found nothing again */
export function isOver(quietAt: string, lookedAt: Date): boolean {
  return addSeconds(new Date(quietAt), quietSeconds) <= lookedAt.toISOString();
}

export const watchLanes = Array.from({ length: fewLanes }, (_, lane) => `watch#${lane}`);

export function watchLaneOf({ number }: AccountRef): string {
  return `watch#${Number(number) % fewLanes}`;
}
