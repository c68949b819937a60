// The safety net under every lost message: rows that owe something past their due time are sent again. The due
// time moves on first, growing, so that overlapping runs and a slow worker never make a storm.

import { laneCount } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../time.ts';
import { owedWork } from './dispatch-changes.ts';

const perLane = 100;
const waitSecondsMax = 3_600;

/** @returns how many rows were sent again */
export async function resumeStalled(deps: Deps): Promise<number> {
  const lanes = Array.from({ length: laneCount }, (_, lane) => `cashout#${lane}`);
  const counts = await Promise.all(lanes.map((lane) => resumeLane(deps, lane)));
  const count = counts.reduce((sum, one) => sum + one, 0);
  if (count > 0) deps.log.warn('stalled work sent again', { count });
  return count;
}

async function resumeLane(deps: Deps, lane: string): Promise<number> {
  const now = deps.now();
  let count = 0;
  for (const { id } of await deps.cashouts.listDue(lane, now.toISOString(), perLane)) {
    const cashout = await deps.cashouts.get(id);
    // The index lags behind the table: what it calls due may have been done, or sent again, since.
    if (!cashout?.dueAt || cashout.dueAt > now.toISOString()) continue;
    const wait = Math.min(
      waitSecondsMax,
      deps.config.RESUME_AFTER_SECONDS * 2 ** Math.min(cashout.resumes, 20),
    );
    const taken = await deps.cashouts.resume(cashout, addSeconds(now, wait));
    if (!taken.moved) continue;
    for (const queue of owedWork(taken.cashout)) await deps.queues.send(queue, id);
    count += 1;
  }
  return count;
}
