// Slowed time, for measurements of many containers in one process: all waits take several times longer, in the
// simulated DynamoDB and in the service. So the CPU time, which containers share only here, has a smaller share.

import { setTimeout } from 'node:timers/promises';

export type SlowTime = ReturnType<typeof slowTime>;

export function slowTime(times: number) {
  const from = Date.now();
  return {
    pause: (milliseconds: number): Promise<void> => setTimeout(milliseconds * times),
    now: () => new Date(from + (Date.now() - from) / times),
    /** Seconds of slowed time since then. */
    secondsSince: (startedAt: number) => (performance.now() - startedAt) / 1_000 / times,
  };
}
