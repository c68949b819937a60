// Ends a chargeback on evidence, with its QR code and its money in the same write. The first end is final. Later
// evidence against it changes nothing and opens an incident.

import { addSeconds } from '../base/time.ts';
import type { EndedByPeople } from '../cashout/peoples-end.ts';
import type { Base } from '../platform/deps.ts';
import type { Chargeback } from './chargeback.ts';
import type { WithChargebacks, WithMoney } from './deps.ts';

type Deps = Base & WithChargebacks & WithMoney;

type End = 'SUCCESS' | 'REJECTED' | 'REFUSED';

const tries = 5;

const endings = {
  SUCCESS: 'ChargebacksSettled',
  REJECTED: 'ChargebacksRejected',
  REFUSED: 'ChargebacksRefused',
} as const;

/**
 * Ends the chargeback.
 * @param by the people's evidence, if not the network but two operators end the chargeback
 * @returns the row afterwards, whichever run ended it
 */
export async function endChargeback(
  deps: Deps,
  read: Chargeback,
  end: End,
  failureText = '',
  by: EndedByPeople = {},
): Promise<Chargeback> {
  let chargeback = read;
  for (let attempt = 1; attempt <= tries; attempt++) {
    // People who came second get a refusal. Only the network's answer contradicts a recorded end.
    if (chargeback.status !== 'PENDING')
      return by.endedByPeople ? chargeback : contradiction(deps, chargeback, end);
    const now = deps.now();
    const ending = {
      ...by,
      endedAt: now.toISOString(),
      dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    };
    const stepped =
      end === 'SUCCESS'
        ? await deps.chargebackLedger.succeed(chargeback, ending)
        : await deps.chargebackLedger.giveBack(chargeback, end, failureText, ending);
    if (stepped.kind === 'done') {
      deps.log.info('chargeback ended', { chargebackId: chargeback.id, outcome: end });
      deps.metrics.count(endings[end]);
      return { ...chargeback, ...ending, status: end, failureText };
    }
    // The chargeback was accepted, shown or ended in the meantime, so it is read again.
    chargeback = (await deps.chargebacks.get(chargeback.id)) ?? chargeback;
    if (end === 'REFUSED') return refusedLate(deps, chargeback, failureText);
  }
  throw new Error('chargeback not ended: too many conflicting writes');
}

/**
 * Ends a refused chargeback. If a caller has seen the chargeback, the refusal becomes a rejection. If another run has
 * requested the refund too, the refusal is no evidence and nothing ends.
 */
async function refusedLate(deps: Deps, chargeback: Chargeback, failureText: string): Promise<Chargeback> {
  const isOnlyAsk = chargeback.polls === 0 && !chargeback.acceptedAt;
  if (chargeback.status !== 'PENDING' || !isOnlyAsk) return chargeback;
  return endChargeback(deps, chargeback, 'REJECTED', failureText);
}

async function contradiction(deps: Base & WithMoney, chargeback: Chargeback, said: End): Promise<Chargeback> {
  if ((chargeback.status === 'SUCCESS') === (said === 'SUCCESS')) return chargeback;
  deps.log.error(
    'outcome contradicts the recorded end',
    { chargebackId: chargeback.id, outcome: said },
    undefined,
  );
  await deps.incidents.insert({
    id: `chargeback-${chargeback.id}-${said}`,
    at: deps.now().toISOString(),
    kind: 'contradicting_outcome',
    chargebackId: chargeback.id,
    details: `the network reports ${said}, but the chargeback is ${chargeback.status}`,
  });
  return chargeback;
}
