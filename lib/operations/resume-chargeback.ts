// Sends one stalled chargeback again.

import type { Deps } from '../deps.ts';
import { resumeWait } from '../open-work.ts';
import { addSeconds } from '../time.ts';
import type { Resumed } from './resume-stalled.ts';

export async function resumeChargeback(deps: Deps, { id }: { id: number }): Promise<Resumed> {
  const now = deps.now();
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback?.dueAt || chargeback.dueAt > now.toISOString()) return 'not_due';
  const wait = resumeWait(deps.config.RESUME_AFTER_SECONDS, chargeback.resumes);
  const taken = await deps.chargebacks.resume(chargeback, addSeconds(now, wait));
  if (!taken) return 'not_due';
  await deps.queues.send('chargebacks', id);
  return 'sent';
}
