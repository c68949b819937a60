// Lists the payments in progress at each network for payouts.

import type { Cashout } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { payoutPlaces } from '../network/place.ts';

/** Returns the payments in progress, by the name of their network (`payoutsAt`). */
export async function listAtNetworks({ cashouts, watches, config }: Core): Promise<Map<string, Cashout[]>> {
  const { present } = payoutPlaces(config);
  const rows = await cashouts.listOpen(await watches.listAll());
  return Map.groupBy(rows.filter(isAtNetwork), ({ sentTo = present }) => sentTo);
}

/** Returns whether a cashout is at a network. Payments within this institution never reach a network. */
const isAtNetwork = ({ status, reservedAt, recipient }: Cashout): boolean =>
  status === 'PROCESSING' && reservedAt !== undefined && !recipient?.ownAccount;

/** Returns the sum of the amounts in cents. */
export const sumOf = (cashouts: readonly Cashout[]): number =>
  cashouts.reduce((total, { request }) => total + request.amountCents, 0);
