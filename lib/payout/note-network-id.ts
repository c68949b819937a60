// Stores the end-to-end id that the PSP has assigned to a payment, so that the cashout can be found by it: by a caller, and by a notice
// of its return. The id is stored before the end, so that no paid cashout lacks it.

import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import type { WithMoney } from './deps.ts';

export async function noteNetworkId(
  deps: Core & WithMoney,
  cashout: Cashout,
  endToEndId: string | undefined,
): Promise<void> {
  if (endToEndId === undefined || endToEndId === cashout.endToEndId) return;
  const owner = await deps.networkIds.note(endToEndId, cashout.id);
  if (owner === cashout.id) return;
  deps.log.error('network reports the id of another payment', { cashoutId: cashout.id }, undefined);
  await deps.incidents.insert({
    id: `cashout-${cashout.id}-id-of-${owner}`,
    at: deps.now().toISOString(),
    kind: 'contradicting_outcome',
    cashoutId: cashout.id,
    details: `the network reports ${endToEndId} for this cashout, but cashout ${owner} has this end-to-end id`,
  });
}
