// Stores whether a PSP answers, in the row of the PSP. A row is written only when a PSP stops answering, at each try
// after that, and when it answers again.

import type { RowChange } from '../platform/rows.ts';
import { mayProbe, probeAfter, type SilenceFields, unansweredMost } from './silence.ts';

type Access = {
  get: (place: string, now: Date) => Promise<SilenceFields>;
  /** Changes the row, unless what was seen has changed. */
  write: (place: string, change: RowChange<SilenceFields>, now: Date) => Promise<boolean>;
};

export function makeSilences({ get, write }: Access) {
  /** The payments and refunds that have got no answer since the last one, by PSP. */
  const unanswered = new Map<string, Set<number>>();

  return {
    /** Returns whether a request of a company may be sent now. While the PSP does not answer, one at a time may. */
    async mayReach(place: string, companyId: string, now: Date): Promise<boolean> {
      const { silentSince, probe } = await get(place, now);
      if (silentSince === undefined || probe === undefined) return true;
      if (!mayProbe(probe, companyId, now)) return false;
      const next = probeAfter(probe, companyId, now);
      const isMine = await write(place, { set: { probe: next }, seen: { silentSince, probe } }, now);
      // If the write failed, the row was read again. The silence may be over.
      return isMine || (await get(place, now)).silentSince === undefined;
    },

    /** Notes that a request got no answer. @param id of the payment or the refund */
    async noteSilence(place: string, id: number, companyId: string, now: Date): Promise<void> {
      const those = unanswered.get(place) ?? new Set();
      unanswered.set(place, those.add(id));
      if (those.size < unansweredMost || (await get(place, now)).silentSince !== undefined) return;
      those.clear();
      const silence = { silentSince: now.toISOString(), probe: probeAfter(undefined, companyId, now) };
      await write(place, { set: silence, seen: { silentSince: undefined } }, now);
    },

    /** Notes that a request got an answer. One that was sent before the silence does not end it. */
    async noteHeard(place: string, askedAt: Date, now: Date): Promise<void> {
      unanswered.delete(place);
      const { silentSince } = await get(place, now);
      if (silentSince === undefined || askedAt.toISOString() < silentSince) return;
      const heard = { since: silentSince, at: now.toISOString() };
      await write(place, { set: { heard }, remove: ['silentSince', 'probe'], seen: { silentSince } }, now);
    },
  };
}
