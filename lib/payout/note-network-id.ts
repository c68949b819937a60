// Stores the end-to-end id that the PSP has assigned to a payment. Callers, operators and notices of returns find the
// cashout by this id. The id is stored before the cashout ends, so every paid cashout can be found.

import type { Cashout } from '../cashout/cashout.ts';
import type { WithNetworkIds } from '../cashout/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';

export async function noteNetworkId(
  deps: Base & WithNetworkIds & WithMoney,
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
