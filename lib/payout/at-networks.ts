// Lists the payments in progress at each network for payouts.

import type { WithWatches } from '../account/deps.ts';
import { type Cents, cents } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { Base } from '../platform/deps.ts';

/** Returns the payments in progress, by the name of their network (`payoutsAt`). */
export async function listAtNetworks({
  cashouts,
  watches,
  config,
}: Base & WithWatches & WithCashouts): Promise<Map<string, Cashout[]>> {
  const rows = await cashouts.listOpen(await watches.listAll());
  return Map.groupBy(rows.filter(isAtNetwork), ({ sentTo = config.PAYOUT_NETWORK }) => sentTo);
}

/** Returns whether a cashout is at a network. Payments within this institution never reach a network. */
const isAtNetwork = ({ status, reservedAt, recipient }: Cashout): boolean =>
  status === 'PROCESSING' && reservedAt !== undefined && !recipient?.ownAccount;

export const sumOf = (cashouts: readonly Cashout[]): Cents =>
  cents(cashouts.reduce((total, { request }) => total + request.amountCents, 0));
