// Decides whether the balance at the PSP is too small for payments with a given sum. Uses the balance that was last
// read.

import type { Base } from '../platform/deps.ts';
import type { WithPspRows } from './deps.ts';

/** Maximum age of the balance (ms). An older balance is ignored; then the PSP decides, as without a floor. */
const freshMs = 15 * 60_000;

/** @param amountCents the sum, in cents, of the payments that leave this institution */
export async function isShortAtPsp(
  { config, pspRows, now }: Base & WithPspRows,
  amountCents: number,
): Promise<boolean> {
  if (config.PSP_FLOOR_CENTS === 0) return false;
  const at = now();
  const { room } = await pspRows.get(config.PAYOUT_NETWORK, at);
  return room !== undefined && at.getTime() - Date.parse(room.at) < freshMs && amountCents > room.roomCents;
}
