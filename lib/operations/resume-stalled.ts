// The safety net under every lost message: rows that owe something past their due time are sent again. The due
// time moves on first, growing, so that overlapping runs and a slow worker never make a storm. A row that cannot
// be sent keeps no other from being sent.

import { laneCount } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../time.ts';
import { owedWork } from './dispatch-changes.ts';

const perLane = 100;
const waitSecondsMax = 3_600;

/** @returns how many rows were sent again; throws, after all the others, when some could not be */
export async function resumeStalled(deps: Deps): Promise<number> {
  const lanes = Array.from({ length: laneCount }, (_, lane) => `cashout#${lane}`);
  const results = (await Promise.all(lanes.map((lane) => resumeLane(deps, lane)))).flat();
  const count = results.filter((result) => result === 'sent').length;
  if (count > 0) deps.log.warn('stalled work sent again', { count });
  if (results.includes('failed')) throw new Error('some stalled work could not be sent again');
  return count;
}

type Result = 'sent' | 'not_due' | 'failed';

async function resumeLane(deps: Deps, lane: string): Promise<Result[]> {
  const due = await deps.cashouts.listDue(lane, deps.now().toISOString(), perLane).catch((error) => {
    deps.log.error('due work could not be listed', {}, error);
    return undefined;
  });
  if (!due) return ['failed'];
  const results: Result[] = [];
  for (const { id } of due) results.push(await resumeRow(deps, id));
  return results;
}

async function resumeRow(deps: Deps, id: number): Promise<Result> {
  try {
    const now = deps.now();
    const cashout = await deps.cashouts.get(id);
    // The index lags behind the table: what it calls due may have been done, or sent again, since.
    if (!cashout?.dueAt || cashout.dueAt > now.toISOString()) return 'not_due';
    const wait = Math.min(
      waitSecondsMax,
      deps.config.RESUME_AFTER_SECONDS * 2 ** Math.min(cashout.resumes, 20),
    );
    const taken = await deps.cashouts.resume(cashout, addSeconds(now, wait));
    if (!taken.moved) return 'not_due';
    const sent = await Promise.allSettled(
      owedWork(taken.cashout).map((queue) => deps.queues.send(queue, id)),
    );
    const refused = sent.find((result) => result.status === 'rejected');
    if (refused) throw refused.reason;
    return 'sent';
  } catch (error) {
    deps.log.error('stalled work could not be sent again', { cashoutId: id }, error);
    return 'failed';
  }
}
