// Stores what is known of each PSP that pays: the last balance, and whether it refuses us. Holds, batches and operators
// see this without a call to the PSP.

import { makeMemory } from '../base/memory.ts';
import { addSeconds } from '../base/time.ts';
import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import type { Room } from './balance.ts';
import type { Question } from './own-fault.ts';

/** Time for which a container keeps a row in its memory (ms). */
const keptMs = 15_000;
/** Maximum number of PSPs that a container remembers. */
const placesMax = 10;
/** Wait before one payment may try the PSP again (seconds). It doubles with each refused try. */
const [probeSecondsMin, probeSecondsMax] = [30, 300];

/**
 * A PSP that refuses us, so payouts there wait. `since`: the first refusal; `refusedAt`: the last one (ISO, UTC).
 * `question`: the request that was refused. `word`: the PSP's word. `companyId`: of the first refused payment. At
 * `probeAt` the payment `probedBy` may try again, so that as few payments as possible are held meanwhile. At `othersAt`
 * another payment may, because the PSP may refuse only that one.
 */
export type Stop = {
  since: string;
  question: Question;
  word: string;
  refusedAt: string;
  tries: number;
  probeAt: string;
  isProbing: boolean;
  probedBy: number;
  companyId?: string;
  othersAt?: string;
};

/** A company whose payment alone was refused. Until then its refusals do not stop the payouts of others. */
type Doubt = { companyId: string; until: string };
const doubtSeconds = 86_400;
const doubtsMax = 20;
/** Minimum and maximum time until another payment may try (seconds). It grows with the age of the stop. */
const [othersSecondsMin, othersSecondsMax] = [330, 3_600];

export type Asking = { id: number; companyId: string };

/** `identity`: our account there, as the PSP first named it. */
type PspRow = { id: string; room?: Room; stop?: Stop; doubts?: readonly Doubt[]; identity?: string };
export type KnownPsp = Omit<PspRow, 'id'>;

export type PspRows = ReturnType<typeof makePspRows>;

export function makePspRows(db: Database) {
  const rows = rowsOf<PspRow, 'id'>(db, { table: 'MARKERS_TABLE', partition: 'id' });
  const memory = makeMemory<string, KnownPsp>(placesMax);
  const idOf = (place: string) => ({ id: `psp#${place}` });
  const probeSeconds = (tries: number) =>
    Math.min(probeSecondsMax, probeSecondsMin * 2 ** Math.min(tries, 10));

  async function read(place: string, now: Date): Promise<KnownPsp> {
    const row = (await rows.get(idOf(place))) ?? {};
    memory.keep(place, row, now.getTime() + keptMs);
    return row;
  }
  const get = async (place: string, now: Date): Promise<KnownPsp> =>
    memory.get(place, now.getTime()) ?? read(place, now);

  /** Replaces the stop, unless another run has changed it since it was read. */
  async function change(
    place: string,
    seen: Stop | undefined,
    stop: Stop | undefined,
    now: Date,
    more: Pick<PspRow, 'doubts'> = {},
  ) {
    const { done } = await rows.update(idOf(place), {
      set: { ...(stop ? { stop } : {}), ...more },
      ...(stop ? {} : { remove: ['stop'] }),
      seen: { stop: seen },
    });
    if (done) memory.keep(place, { ...memory.get(place), stop, ...more } as KnownPsp, now.getTime() + keptMs);
    else await read(place, now);
    return done;
  }

  return {
    /** Returns what is known, at most fifteen seconds old. */
    get,

    /** Like `get`, but always reads the row. */
    read,

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
    async mayAsk(place: string, { id }: Asking, now: Date): Promise<boolean> {
      const { stop } = await get(place, now);
      if (!stop) return true;
      const isMine = stop.probedBy === id;
      if (now.toISOString() < (isMine ? stop.probeAt : othersAtOf(stop)))
        return isMine && stop.isProbing === true;
      const probeAt = addSeconds(now, probeSeconds(stop.tries));
      const othersAt = isMine ? othersAtOf(stop) : nextOthersAt(stop.since, now);
      const next = { ...stop, probeAt, othersAt, probedBy: id, isProbing: true, tries: stop.tries + 1 };
      return change(place, stop, next, now);
    },

    /**
     * Notes that the PSP refused us.
     * @returns the time of the first refusal; undefined if payouts go on, because only this company was refused before
     */
    async refused(
      place: string,
      { question, word, id, companyId }: { question: Question; word: string } & Asking,
      now: Date,
    ): Promise<string | undefined> {
      const { stop, doubts } = await read(place, now);
      const at = now.toISOString();
      if (!stop && open(doubts, now).some((one) => one.companyId === companyId)) return undefined;
      const known = stop ?? { since: at, question, tries: 0, companyId, othersAt: nextOthersAt(at, now) };
      const probeAt = addSeconds(now, probeSeconds(known.tries));
      const next = { ...known, word, refusedAt: at, probeAt, probedBy: id, isProbing: false };
      await change(place, stop, next, now);
      return (memory.get(place)?.stop ?? next).since;
    },

    /**
     * Notes that the PSP answered a request. Payouts go on if this kind of request was refused before. If the payment is
     * of another company than the first refused one, the PSP has perhaps refused only that one.
     */
    async answered(place: string, question: Question, { companyId }: Asking, now: Date): Promise<void> {
      const { stop, doubts } = await get(place, now);
      if (!stop || (stop.question !== question && question !== 'send')) return;
      const doubted =
        stop.companyId === undefined || stop.companyId === companyId ? undefined : stop.companyId;
      if (doubted === undefined) return void (await change(place, stop, undefined, now));
      const rest = open(doubts, now).filter((one) => one.companyId !== doubted);
      const doubt = { companyId: doubted, until: addSeconds(now, doubtSeconds) };
      await change(place, stop, undefined, now, { doubts: [...rest, doubt].slice(-doubtsMax) });
    },
  };
}

/** Returns when another payment may try. A stop of an older version does not have this time. */
export const othersAtOf = ({ othersAt, probeAt }: Stop): string =>
  othersAt ?? addSeconds(new Date(probeAt), probeSecondsMax);

function nextOthersAt(since: string, now: Date): string {
  const age = (now.getTime() - Date.parse(since)) / 1_000;
  return addSeconds(now, Math.min(othersSecondsMax, Math.max(othersSecondsMin, age)));
}

const open = (doubts: readonly Doubt[] = [], now: Date): Doubt[] =>
  doubts.filter(({ until }) => until > now.toISOString());
