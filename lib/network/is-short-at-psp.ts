// Decides whether the balance at the PSP forbids payments of an amount, by the balance that was last read.

import type { Base } from '../platform/deps.ts';
import type { WithRooms } from './deps.ts';
import { payoutPlaces } from './place.ts';

/** An older balance says nothing. Then the PSP decides, as without a floor. */
const freshMs = 15 * 60_000;

/** @param amountCents sum of the payments that leave this institution */
export async function isShortAtPsp(
  { config, rooms, now }: Base & WithRooms,
  amountCents: number,
): Promise<boolean> {
  if (config.PSP_FLOOR_CENTS === 0) return false;
  const at = now();
  const room = await rooms.get(payoutPlaces(config).present, at);
  return room !== undefined && at.getTime() - Date.parse(room.at) < freshMs && amountCents > room.roomCents;
}
