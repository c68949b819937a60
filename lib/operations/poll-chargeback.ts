// Brings a chargeback one step nearer to its end, or records the end as an event. Safe to run twice, late and out of
// order; never asks the network more often than it may be asked.

import { type Chargeback, pollWait } from '../chargeback.ts';
import type { Deps } from '../deps.ts';
import { delaySecondsMax } from '../queues.ts';
import { addSeconds } from '../time.ts';
import { lookUpRefund } from './ask-refund.ts';
import { recordChargebackEnd } from './record-chargeback-end.ts';

const overdueMs = 30 * 60_000;

export async function pollChargeback(deps: Deps, id: number): Promise<void> {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback) return;
  const after = chargeback.status === 'PENDING' ? await poll(deps, chargeback) : chargeback;
  if (after?.owesEvent || (after && after.status !== 'PENDING')) await recordChargebackEnd(deps, id);
}

async function poll(deps: Deps, chargeback: Chargeback): Promise<Chargeback | undefined> {
  const now = deps.now();
  // The call that made it may still be asking; and the network is not asked in between.
  const notBefore =
    chargeback.nextPollAt ?? addSeconds(new Date(chargeback.createdAt), deps.config.CHARGEBACK_POLL_SECONDS);
  if (now.toISOString() < notBefore) return undefined;
  if (now.getTime() - Date.parse(chargeback.createdAt) > overdueMs) {
    deps.log.error('chargeback pending for more than 30 minutes', { tries: chargeback.polls }, undefined);
  }
  const wait = pollWait(deps.config.CHARGEBACK_POLL_SECONDS, chargeback.polls);
  const claimed = await deps.chargebacks.claimPoll(
    chargeback,
    addSeconds(now, wait),
    addSeconds(now, wait + deps.config.RESUME_AFTER_SECONDS),
  );
  if (!claimed) return undefined;
  const after = await lookUpRefund(deps, claimed);
  if (after.status === 'PENDING') {
    await deps.queues.send('chargebacks', chargeback.id, Math.min(wait, delaySecondsMax));
  }
  return after;
}
