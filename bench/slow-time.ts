// Slow time, for measurements of many containers in one process: all that waits takes so many times longer, in the weather
// and in the service. So the processor's part, which containers share here and nowhere else, is as much smaller.

import { setTimeout } from 'node:timers/promises';

export type SlowTime = ReturnType<typeof slowTime>;

export function slowTime(times: number) {
  const from = Date.now();
  return {
    pause: (milliseconds: number): Promise<void> => setTimeout(milliseconds * times),
    now: () => new Date(from + (Date.now() - from) / times),
    /** Seconds of slow time since then. */
    secondsSince: (startedAt: number) => (performance.now() - startedAt) / 1_000 / times,
  };
}
