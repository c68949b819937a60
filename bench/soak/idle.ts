// The use of a stack without requests, with all data of the load.

import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from '../process-use.ts';
import type { ProcessName } from './sampling.ts';

/** In percent of a core, after this number of idle seconds. */
export type Idle = { restedSeconds: number; firstPercent: number; percent: number; enginePercent: number };

const restSeconds = 10;

/**
 * Waits until the use no longer falls, because garbage collection after the load is no idle time.
 * @param seconds at least a minute, so that each schedule of a minute runs
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
