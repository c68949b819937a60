// Sends one stalled cashout again, to every queue that must hear of it.

import type { Deps } from '../deps.ts';
import { resumeWait } from '../open-work.ts';
import { addSeconds } from '../time.ts';
import { owedWork } from './dispatch-changes.ts';
import type { Resumed } from './resume-stalled.ts';

export async function resumeCashout(deps: Deps, { id }: { id: number }): Promise<Resumed> {
  const now = deps.now();
  const cashout = await deps.cashouts.get(id);
  if (!cashout?.dueAt || cashout.dueAt > now.toISOString()) return 'not_due';
  const wait = resumeWait(deps.config.RESUME_AFTER_SECONDS, cashout.resumes);
  const taken = await deps.cashouts.resume(cashout, addSeconds(now, wait));
  if (!taken.moved) return 'not_due';
  const sent = await Promise.allSettled(owedWork(taken.cashout).map((queue) => deps.queues.send(queue, id)));
  const refused = sent.find((result) => result.status === 'rejected');
  if (refused) throw refused.reason;
  return 'sent';
}
