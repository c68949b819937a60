// Sends one stalled delivery again: its message was lost, its worker died, or its next attempt was too far off for a
// message.

import { messageOf } from '../delivery.ts';
import type { Deps } from '../deps.ts';
import { resumeWait } from '../open-work.ts';
import type { DeliveryKey } from '../stores/deliveries.ts';
import { addSeconds } from '../time.ts';
import type { Resumed } from './resume-stalled.ts';

export async function resumeDelivery(deps: Deps, key: DeliveryKey): Promise<Resumed> {
  const now = deps.now();
  const delivery = await deps.deliveries.get(key);
  if (!delivery?.dueAt || delivery.dueAt > now.toISOString()) return 'not_due';
  const wait = resumeWait(deps.config.RESUME_AFTER_SECONDS, delivery.resumes);
  const taken = await deps.deliveries.resume(delivery, addSeconds(now, wait));
  if (!taken) return 'not_due';
  // It is late already: the fast lane is for those who are not.
  await deps.queues.sendDelivery(messageOf(taken, 'slow'));
  return 'sent';
}
