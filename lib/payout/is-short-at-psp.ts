// Decides whether the balance at the PSP forbids a payment, by the balance that was last read.

import type { Cents } from '../base/money.ts';
import type { WithNetwork } from '../network/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';

/**
 * A balance that is older than this is not used. Then the PSP decides, as in a stage without a minimum balance (ms).
 */
const freshMs = 15 * 60_000;

export async function isShortAtPsp(
  { config, network, rooms, now }: Base & WithMoney & WithNetwork,
  amountCents: Cents,
): Promise<boolean> {
  if (config.PSP_FLOOR_CENTS === 0) return false;
  const at = now();
  const room = await rooms.get(network.payoutsAt, at);
  return room !== undefined && at.getTime() - Date.parse(room.at) < freshMs && amountCents > room.roomCents;
}
