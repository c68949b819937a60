// Measures what a stack uses without requests, while it stores all data of the load.

import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from '../process-use.ts';
import type { ProcessName } from './sampling.ts';

/** The CPU use in percent of a core. `restedSeconds` is the idle time before the measurement. */
export type Idle = { restedSeconds: number; firstPercent: number; percent: number; enginePercent: number };

const restSeconds = 10;

/**
 * Waits until the CPU use no longer falls, because the load's garbage collection continues for a while.
 * @param seconds at least a minute, so that each schedule that runs every minute is included
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
