// Slows time, for measurements of many containers in one process. All waits take several times longer, both in the
// simulated DynamoDB and in the service. So CPU time, which containers share only in this process, has a smaller share
// of the result.

import { setTimeout } from 'node:timers/promises';

export type SlowTime = ReturnType<typeof slowTime>;

export function slowTime(times: number) {
  const from = Date.now();
  return {
    pause: (milliseconds: number): Promise<void> => setTimeout(milliseconds * times),
    now: () => new Date(from + (Date.now() - from) / times),
    /** Returns the seconds of slowed time since `startedAt`. */
    secondsSince: (startedAt: number) => (performance.now() - startedAt) / 1_000 / times,
  };
}
