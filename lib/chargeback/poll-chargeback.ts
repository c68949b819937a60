// Makes one step of a chargeback, or records its end as an event. A step may run twice, late or out of order without
// harm. No request is sent to the network before the next look-up is due.

import { addSeconds, ageSeconds } from '../base/time.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import type { WithEvents, WithQueues } from '../webhook/deps.ts';
import { lookUpRefund } from './ask-refund.ts';
import { type Chargeback, pollWait } from './chargeback.ts';
import type { WithChargebacks, WithMoney } from './deps.ts';
import { recordChargeback } from './record-chargeback.ts';

type Deps = Base & WithEvents & WithChargebacks & WithMoney & WithNetwork & WithQueues;

const overdueMs = 30 * 60_000;

export async function pollChargeback(deps: Deps, id: number): Promise<void> {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback) return;
  const after = chargeback.status === 'PENDING' ? await poll(deps, chargeback) : chargeback;
  const isTaken = after?.acceptedAt && !after.acceptanceTold;
  if (after && (after.status !== 'PENDING' || isTaken)) await recordChargeback(deps, id);
}

async function poll(deps: Deps, chargeback: Chargeback): Promise<Chargeback | undefined> {
  const now = deps.now();
  // The call that created the chargeback may still wait for the network, so the first look-up is made later. After
  // that, look-ups keep a minimum interval.
  const notBefore =
    chargeback.nextPollAt ?? addSeconds(new Date(chargeback.createdAt), deps.config.CHARGEBACK_POLL_SECONDS);
  if (now.toISOString() < notBefore) return undefined;
  if (now.getTime() - Date.parse(chargeback.createdAt) > overdueMs) {
    deps.log.error(
      'chargeback pending for more than 30 minutes',
      { chargebackId: chargeback.id, tries: chargeback.polls },
      undefined,
    );
  }
  const after = await lookUp(deps, chargeback);
  if (after?.status === 'PENDING') {
    deps.metrics.count('ChargebackAge', ageSeconds(after.createdAt, deps.now()));
    await askLater(deps, after);
  }
  return after;
}

/** Looks up the refund at once after a callback of the network, even if the chargeback has ended. */
export async function hearOfRefund(deps: Deps, id: number): Promise<void> {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback) return;
  if (chargeback.status === 'PENDING') await lookUp(deps, chargeback);
  else await lookUpRefund(deps, chargeback);
  await recordChargeback(deps, id);
}

/**
 * Makes one look-up at the network. The look-up is counted first. From then on, a refusal of the first request is no
 * longer final.
 */
async function lookUp(deps: Deps, chargeback: Chargeback): Promise<Chargeback | undefined> {
  const now = deps.now();
  const wait = waitAfter(deps, chargeback.polls);
  const dueAt = addSeconds(now, wait + deps.config.RESUME_AFTER_SECONDS);
  const claimed = await deps.chargebacks.claimPoll(chargeback, addSeconds(now, wait), dueAt);
  return claimed && lookUpRefund(deps, claimed);
}

async function askLater(deps: Deps, chargeback: Chargeback): Promise<void> {
  const wait = Math.min(waitAfter(deps, chargeback.polls - 1), delaySecondsMax);
  await deps.queues.send('chargebacks', chargeback, wait);
}

function waitAfter(deps: Deps, polls: number): number {
  return pollWait(deps.config.CHARGEBACK_POLL_SECONDS, polls);
}
