// What a stack uses when nobody asks, with all that a load has left in it.

import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from '../process-use.ts';
import type { ProcessName } from './sampling.ts';

/** In percent of a core, after so many seconds of rest. */
export type Idle = { restedSeconds: number; firstPercent: number; percent: number; enginePercent: number };

const restSeconds = 10;

/**
 * Rests until the use no longer falls: what the load has left to be collected is no idle time. @param seconds a minute has
 * each schedule that runs by the minute
 */
export async function lookAtIdle(pids: Record<ProcessName, number>, seconds: number): Promise<Idle> {
  const over = async (time: number, pid: number) => {
    const before = cpuSeconds(pid);
    await pause(time * 1_000);
    return ((cpuSeconds(pid) - before) / time) * 100;
  };
  const firstPercent = await over(restSeconds, pids.service);
  let rested = restSeconds;
  for (let last = firstPercent; ; rested += restSeconds) {
    const percent = await over(restSeconds, pids.service);
    if (percent > last * 0.9) break;
    last = percent;
  }
  const [percent, enginePercent] = await Promise.all([
    over(seconds, pids.service),
    over(seconds, pids['DynamoDB engine']),
  ]);
  return { restedSeconds: rested + restSeconds, firstPercent, percent, enginePercent };
}
