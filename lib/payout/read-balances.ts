// Reads the balances at the PSPs for payouts, and stores the amounts that are left for new payments. Counts a balance
// below the minimum (PSP_FLOOR_CENTS), so that an alarm is raised before payments are refused.

import type { WithWatches } from '../account/deps.ts';
import { cents } from '../base/money.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import type { WithBalances } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import { listAtNetworks, sumOf } from './at-networks.ts';
import type { WithMoney } from './deps.ts';

/**
 * Reads each balance, and then the payments in progress. A payment that is debited and ends between the two reads is in
 * neither of them, so the minimum must be large enough for such payments. If a balance cannot be read,
 * NetworkListsFailed is counted.
 */
export async function readBalances(
  deps: Base & WithWatches & WithCashouts & WithMoney & WithBalances,
): Promise<void> {
  const { config, metrics, log, pspRows } = deps;
  if (config.PSP_FLOOR_CENTS === 0) return;
  let inProgress: ReadonlyMap<string, Cashout[]> | undefined;
  for (const { place, read } of deps.balances) {
    try {
      const at = deps.now().toISOString();
      const { balanceCents, blockedCents } = await read();
      inProgress ??= await listAtNetworks(deps);
      const roomCents = cents(balanceCents - blockedCents - sumOf(inProgress.get(place) ?? []));
      await pspRows.putRoom(place, { balanceCents, blockedCents, roomCents, at });
      metrics.count('PspRoom', roomCents, place);
      // No new payment is sent to another PSP. There, only the payments in progress must be covered.
      const floorCents = place === config.PAYOUT_NETWORK ? config.PSP_FLOOR_CENTS : 0;
      if (roomCents < floorCents) metrics.count('PspBelowFloor', 1, place);
    } catch (error) {
      log.error('PSP balance not read', { outcome: place }, error);
      metrics.count('NetworkListsFailed');
    }
  }
}
