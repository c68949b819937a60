// Stores what is known of each PSP that pays: the last balance, and whether it refuses us. Holds, batches and operators
// see this without a call to the PSP.

import { makeMemory } from '../base/memory.ts';
import { addSeconds } from '../base/time.ts';
import { type RowChange, rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import type { Room } from './balance.ts';
import type { Question } from './own-fault.ts';
import type { SilenceFields } from './silence.ts';
import { makeSilences } from './silence-store.ts';
import { type Doubt, doubtsWith, nextOthersAt, openDoubts, probeSeconds, type Stop } from './stop-rules.ts';

/** Time for which a container keeps a row in its memory (ms). */
const keptMs = 15_000;
/** Maximum number of PSPs that a container remembers. */
const placesMax = 10;
/** Time for which further refusals are not written (ms). */
const refusalMs = 10_000;
/** Time after the end of a stop in which another refusal continues it (ms). */
const sameStopMs = 3_600_000;

/**
 * `resolveAfter`, `sendAfter`, `findAfter`: when the PSP wants the next request of that kind (ISO, UTC), if it has asked us
 * to wait.
 * `identity`: our account there, as the PSP first named it. `lifted`: the last stop that has ended, with the time of its
 * end (ISO, UTC).
 */
type PspRow = {
  id: string;
  room?: Room;
  stop?: Stop;
  doubts?: readonly Doubt[];
  identity?: string;
  lifted?: { since: string; at: string };
} & SilenceFields & { [Asked in `${Question}After`]?: string };
export type KnownPsp = Omit<PspRow, 'id'>;

export type PspRows = ReturnType<typeof makePspRows>;

export function makePspRows(db: Database) {
  const rows = rowsOf<PspRow, 'id'>(db, { table: 'MARKERS_TABLE', partition: 'id' });
  const memory = makeMemory<string, KnownPsp>(placesMax);
  const idOf = (place: string) => ({ id: `psp#${place}` });

  async function read(place: string, now: Date): Promise<KnownPsp> {
    const row = (await rows.get(idOf(place))) ?? {};
    memory.keep(place, row, now.getTime() + keptMs);
    return row;
  }
  const get = async (place: string, now: Date): Promise<KnownPsp> =>
    memory.get(place, now.getTime()) ?? read(place, now);

  /**
   * Changes the row, unless another run has changed what was seen.
   * @returns whether it was changed
   */
  async function write(place: string, change: RowChange<PspRow>, now: Date): Promise<boolean> {
    const { done, row = {} } = await rows.updateAndGet(idOf(place), change);
    memory.keep(place, row, now.getTime() + keptMs);
    return done;
  }

  /** Writes the stop, or ends it, unless another run has changed it since it was read. */
  function change(
    place: string,
    seen: Stop | undefined,
    stop: Stop | undefined,
    now: Date,
    more: Pick<PspRow, 'doubts'> = {},
  ): Promise<boolean> {
    const lifted = { since: seen?.since ?? '', at: now.toISOString() };
    const to = stop ? { set: { stop, ...more } } : { set: { lifted, ...more }, remove: ['stop' as const] };
    return write(place, { ...to, seen: { stop: seen } }, now);
  }

  return {
    /** Returns what is known, at most fifteen seconds old. */
    get,

    /** Like `get`, but always reads the row. */
    read,

    ...makeSilences({ get, write }),

    /** Notes until when the PSP wants no requests of a kind. Other containers learn it within fifteen seconds. */
    async keepBusy(place: string, question: Question, until: string, now: Date): Promise<void> {
      await write(place, { set: { [`${question}After`]: until }, seen: {} }, now);
    },

    async putRoom(place: string, room: Room): Promise<void> {
      await rows.update(idOf(place), { set: { room }, seen: {} });
      memory.forget(place);
    },

    /**
     * Keeps the first identity of an account.
     * @param told as the PSP names the account now; undefined if it does not name it
     * @returns the kept identity, if there is one
     */
    async identify(place: string, told: string | undefined): Promise<string | undefined> {
      const { identity } = (await rows.get(idOf(place))) ?? {};
      if (identity !== undefined || told === undefined) return identity;
      const { done, row } = await rows.update(idOf(place), {
        set: { identity: told },
        seen: { identity: undefined },
      });
      return done ? told : row?.identity;
    },

    /**
     * Returns whether a payment may be sent to the PSP now. While the PSP refuses us, one payment at a time may, when
     * the next probe is due.
     */
    async mayAsk(place: string, id: number, now: Date): Promise<boolean> {
      const { stop } = await get(place, now);
      if (!stop) return true;
      const isMine = stop.probedBy === id;
      if (now.toISOString() < (isMine ? stop.probeAt : stop.othersAt)) return isMine && stop.isProbing;
      const probeAt = addSeconds(now, probeSeconds(stop.tries));
      const othersAt = isMine ? stop.othersAt : nextOthersAt(stop.since, now);
      const next = { ...stop, probeAt, othersAt, probedBy: id, isProbing: true, tries: stop.tries + 1 };
      return change(place, stop, next, now);
    },

    /**
     * Notes that the PSP refused us.
     * @returns the time of the first refusal; undefined if payouts go on, because only this company was refused before
     */
    async refused(
      place: string,
      { question, word, id, companyId }: { question: Question; word: string; id: number; companyId: string },
      now: Date,
    ): Promise<string | undefined> {
      // Thousands of payments may be refused at the same time. Only some of the refusals are written.
      const known = (await get(place, now)).stop;
      const isFresh = known && now.getTime() - Date.parse(known.refusedAt) < refusalMs;
      if (isFresh && known.probedBy !== id) return known.since;
      const { stop, doubts, lifted } = await read(place, now);
      const at = now.toISOString();
      if (!stop && openDoubts(doubts, now).some((one) => one.companyId === companyId)) return undefined;
      // If only some containers have a bad secret, refusals and answers alternate. That is one stop.
      const isSame = lifted && now.getTime() - Date.parse(lifted.at) < sameStopMs;
      const first = { question, tries: 0, companyId, othersAt: nextOthersAt(at, now) };
      const before = stop ?? { since: isSame ? lifted.since : at, ...first };
      const probeAt = addSeconds(now, probeSeconds(before.tries));
      // A refused look-up may only be the first sign. A refused payment is the sign that must go away.
      const sign = before.question === 'find' ? question : before.question;
      const by = { probedBy: id, isProbing: false };
      const next = { ...before, ...by, question: sign, word, refusedAt: at, probeAt };
      await change(place, stop, next, now);
      return (memory.get(place)?.stop ?? next).since;
    },

    /**
     * Notes that the PSP answered a request. Payouts go on if this kind of request was refused before. A request that
     * was sent before the refusal does not show that the PSP accepts us again. If the payment is of another company than
     * the first refused one, the PSP has perhaps refused only that one.
     */
    async answered(
      place: string,
      { question, askedAt, companyId }: { question: Question; askedAt: Date; companyId: string },
      now: Date,
    ): Promise<void> {
      const { stop, doubts } = await get(place, now);
      if (!stop || askedAt.toISOString() < stop.refusedAt) return;
      if (stop.question !== question && question !== 'send') return;
      const isOther = stop.companyId !== companyId;
      await change(
        place,
        stop,
        undefined,
        now,
        isOther ? { doubts: doubtsWith(doubts, stop.companyId, now) } : {},
      );
    },
  };
}
