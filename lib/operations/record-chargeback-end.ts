// Records the end of a chargeback as an event of its account, and, inside the house, of the payer's.

import { type Chargeback, isInternal } from '../chargeback.ts';
import type { Core, WithQueues } from '../deps.ts';
import { invariant } from '../errors.ts';
import { presentChargeback, presentChargebackCashIn } from '../present.ts';
import { type AccountEvent, makeEvent } from '../webhook-event.ts';
import { recordEvent } from './record-event.ts';

export async function recordChargebackEnd(deps: Core & WithQueues, id: number): Promise<void> {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback?.owesEvent) return;
  for (const event of chargebackEvents(chargeback)) await recordEvent(deps, event);
  await deps.chargebacks.strikeEvent(chargeback);
}

function chargebackEvents(chargeback: Chargeback): AccountEvent[] {
  const { id, account, endedAt: at, payment } = chargeback;
  invariant(at, 'a chargeback that owes its event has ended');
  const name = chargeback.status === 'SUCCESS' ? 'succeeded' : 'rejected';
  const inside = isInternal(chargeback);
  const own = makeEvent(
    {
      account,
      id: `chargeback-${id}-${name}`,
      at,
      type: `chargeback.${name}`,
      types: inside ? ['INTEGRATION', 'INTERNAL'] : ['INTEGRATION'],
    },
    presentChargeback(chargeback),
  );
  const payer = payment.payer.account;
  if (!payer || name !== 'succeeded') return [own];
  const about = { account: payer, id: `cashin-${id}-received`, at, type: 'cashin.received' };
  return [own, makeEvent({ ...about, types: ['CASHIN', 'INTERNAL'] }, presentChargebackCashIn(chargeback))];
}
