// The safety net under every lost message: rows that owe something past their due time are sent again. The due
// time moves on first, growing, so that overlapping runs and a slow worker never make a storm. A row that cannot
// be sent keeps no other from being sent.

import type { Deps } from '../deps.ts';
import { lanesOf, type WorkKind } from '../open-work.ts';
import { resumeCashout } from './resume-cashout.ts';
import { resumeChargeback } from './resume-chargeback.ts';
import { resumeDelivery } from './resume-delivery.ts';

const perLane = 100;

/** `not_due`: the index lags behind its table, and what it calls due has been done, or sent again, since. */
export type Resumed = 'sent' | 'not_due';
type Result = Resumed | 'failed';

/** A kind of open work: its due rows in one lane, and how one of them is sent again. */
type Work<Row> = {
  kind: WorkKind;
  listDue: (lane: string, now: string, limit: number) => Promise<Row[]>;
  resume: (deps: Deps, row: Row) => Promise<Resumed>;
};

/** @returns how many rows were sent again; throws, after all the others, when some could not be */
export async function resumeStalled(deps: Deps): Promise<number> {
  const results = await Promise.all([
    resumeAll(deps, { kind: 'cashout', listDue: deps.cashouts.listDue, resume: resumeCashout }),
    resumeAll(deps, { kind: 'chargeback', listDue: deps.chargebacks.listDue, resume: resumeChargeback }),
    resumeAll(deps, { kind: 'delivery', listDue: deps.deliveries.listDue, resume: resumeDelivery }),
  ]);
  const all = results.flat();
  const count = all.filter((result) => result === 'sent').length;
  if (count > 0) deps.log.warn('stalled work sent again', { count });
  if (all.includes('failed')) throw new Error('some stalled work could not be sent again');
  return count;
}

async function resumeAll<Row>(deps: Deps, work: Work<Row>): Promise<Result[]> {
  return (await Promise.all(lanesOf(work.kind).map((lane) => resumeLane(deps, lane, work)))).flat();
}

async function resumeLane<Row>(deps: Deps, lane: string, { listDue, resume }: Work<Row>): Promise<Result[]> {
  const due = await listDue(lane, deps.now().toISOString(), perLane).catch((error) => {
    deps.log.error('due work could not be listed', { lane }, error);
    return undefined;
  });
  if (!due) return ['failed'];
  const results: Result[] = [];
  for (const row of due) {
    const result = await resume(deps, row).catch((error): Result => {
      deps.log.error('stalled work could not be sent again', { lane }, error);
      return 'failed';
    });
    results.push(result);
  }
  return results;
}
