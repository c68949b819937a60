// Tells whether payouts at a PSP wait because the PSP refuses us.

import type { Base } from '../platform/deps.ts';
import type { WithPspRows } from './deps.ts';
import type { Stop } from './stop-rules.ts';

/** Age of the last refusal at which a stop is no longer told (ms). */
const toldMs = 10 * 60_000;

/** Returns why payouts at a PSP wait; undefined if a payment is let through, which tries again. */
export async function stopAt(
  { pspRows, now }: Pick<Base, 'now'> & WithPspRows,
  place: string,
): Promise<Stop | undefined> {
  const at = now();
  const { stop } = await pspRows.get(place, at);
  const isTold = stop && at.getTime() - Date.parse(stop.refusedAt) < toldMs;
  return isTold && at.toISOString() < stop.othersAt ? stop : undefined;
}
