// Stores what is left at the sandbox network, as after a reading of its balance.

import type { Deps } from '../../lib/app/deps.ts';
import { cents } from '../../lib/base/money.ts';

/** @param at time of the reading (ISO, UTC) */
export function leaveAtPsp({ pspRows }: Pick<Deps, 'pspRows'>, at: string, room: number, balance = room) {
  const [balanceCents, roomCents] = [cents(balance), cents(room)];
  return pspRows.putRoom('sandbox', { at, balanceCents, blockedCents: cents(0), roomCents });
}
