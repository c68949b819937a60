// Simulates our accounts at two PSPs, seen from outside: which amounts were paid into them, to which key, and which
// amounts have gone back. The accounts are right by definition, but a PSP may report late, incompletely, twice, falsely,
// or not at all for a day.

import { mergeInboxes } from '../../lib/app/choose-inbox.ts';
import { makeBcbReceived } from '../../lib/network/bcb/received.ts';
import type { MedReported } from '../../lib/network/event.ts';
import type { CallPsp } from '../../lib/network/psp-client.ts';
import type { Devolucao } from '../../lib/network/schemas.ts';
import { makeFakePsp, type PspReply } from '../psp/fake-psp.ts';
import type { Dice } from './dice.ts';
import type { Faults } from './faults.ts';
import { type PspName, pspNames, type Rail } from './rail.ts';
import type { Reports } from './reports.ts';
import type { Scheduler } from './scheduler.ts';

type Return = Pick<Devolucao, 'id'> & { rtrId: string; valor: string; natureza: string; status: string };

/** A payment as the Central Bank's Pix API shows it. */
export type Paid = {
  endToEndId: string;
  valor: string;
  horario: string;
  chave?: string;
  txid?: string;
  pagador?: { nome: string };
  devolucoes: Return[];
};

export type Border = ReturnType<typeof makeBorder>;

const lateMs = 240_000;
const [minute, hour] = [60_000, 3_600_000];

/** Returns the PSP that receives the payment. */
export const receiverOf = ({ endToEndId }: Pick<Paid, 'endToEndId'>): PspName =>
  pspNames[Number.parseInt(endToEndId.slice(-1), 16) % 2] as PspName;

export function makeBorder(options: {
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  rail: Rail;
  reports: Reports;
}) {
  const { scheduler, dice, faults, rail, reports } = options;
  const paid: Paid[] = [];
  /** The accounts to which operators have assigned payments that were made to a key that is not ours. */
  const assigned = new Map<string, string[]>();
  /**
   * The time when the money of a return without our request left the account: milliseconds since 1970, by the id of the
   * return.
   */
  const returnedAt = new Map<string, number>();

  /** The end of each PSP's silence, in milliseconds since 1970. */
  const silentUntil = new Map<PspName, number>();
  /** Payments that a list has left out. Only a callback is sure to tell of them. */
  const leftOut = new Set<Paid>();

  const isSilent = (place: PspName) => (silentUntil.get(place) ?? 0) > scheduler.now();

  function fallSilent(place: PspName): void {
    if (isSilent(place) || !faults.strikes('PSP silent', place)) return;
    const ms = dice.pick([2 * minute, 25 * minute, 2 * hour, 26 * hour]);
    scheduler.note(`${place} is silent for ${ms / minute} minutes`);
    silentUntil.set(place, scheduler.now() + ms);
  }

  const answerOf = (place: PspName) =>
    makeFakePsp({
      rules: rail.network,
      now: () => new Date(scheduler.now()),
      payerOf: async () => undefined,
      lists: {
        get pix() {
          return paid.filter((one) => receiverOf(one) === place).map(show);
        },
        infracoes: [],
      },
    });

  /**
   * Shows a payment with its returns: both the refunds that the service requested and the returns that nobody
   * requested.
   */
  function show(one: Paid): Paid {
    const asked = [...rail.refunds.values()].filter(({ order }) => order.endToEndId === one.endToEndId);
    const own = asked
      .filter(({ verdict, knownFrom }) => verdict !== 'refused' && knownFrom <= scheduler.now())
      .map(({ order, returnId, verdict }) => ({
        id: order.reference,
        rtrId: returnId,
        valor: (order.amountCents / 100).toFixed(2),
        natureza: 'ORIGINAL',
        status: verdict === 'settled' ? 'DEVOLVIDO' : 'NAO_REALIZADO',
      }));
    return { ...one, devolucoes: [...own, ...one.devolucoes] };
  }

  /** Answers as the PSP does over HTTP, with the faults of a PSP's lists. */
  const callOf =
    (place: PspName, answer = answerOf(place)): CallPsp =>
    async (asked) => {
      fallSilent(place);
      if (isSilent(place)) throw new Error(`no answer from ${place}`);
      const said = await rail.ask<Promise<PspReply> | undefined>(
        `list ${asked.path.replace(/\?.*/, '')}`,
        undefined,
        () => answer(JSON.parse(JSON.stringify(asked))),
        false,
      );
      if (!said) throw new Error('no answer from the PSP');
      const { status, body } = JSON.parse(JSON.stringify(said)) as PspReply;
      return { status, body: asked.path.startsWith('/v2/pix?') ? { ...body, pix: spoil(body.pix) } : body };
    };

  function spoil(listed: Paid[]): Paid[] {
    let shown = listed;
    if (shown.length === 0) return shown;
    if (faults.strikes('list late'))
      shown = shown.filter(({ horario }) => Date.parse(horario) < scheduler.now() - lateMs);
    if (shown.length > 0 && faults.strikes('list incomplete')) {
      const missing = dice.pick(shown);
      for (const one of paid) if (one.endToEndId === missing.endToEndId) leftOut.add(one);
      shown = shown.filter((one) => one !== missing);
    }
    if (faults.strikes('list doubled')) shown = dice.shuffle([...shown, ...shown]);
    return shown;
  }

  async function listReports(place: PspName): Promise<MedReported[]> {
    fallSilent(place);
    if (isSilent(place)) throw new Error(`no answer from ${place}`);
    const said = await rail.ask<MedReported[] | undefined>(
      'list reports',
      undefined,
      () => reports.listed(place),
      false,
    );
    if (!said) throw new Error('no answer from the PSP');
    const listed = JSON.parse(JSON.stringify(said)) as MedReported[];
    return faults.strikes('list doubled') ? dice.shuffle([...listed, ...listed]) : listed;
  }

  const inbox = mergeInboxes(
    pspNames.map((place) => ({
      place,
      isFormer: false,
      received: makeBcbReceived(callOf(place), () => {}),
      paid: { listReports: () => listReports(place) },
    })),
  );
  return {
    paid,
    assigned,
    returnedAt,
    show,
    inbox,
    /** Returns the PSP that has received the payment. */
    receivedAt: (endToEndId: string) =>
      paid.some((one) => one.endToEndId === endToEndId) ? receiverOf({ endToEndId }) : undefined,
    leftOut,
    /** Whether the PSP that has received the payment answers nothing now, and so sends no callbacks either. */
    isSilentAbout: (one: Paid) => isSilent(receiverOf(one)),
    /** Returns when every PSP answers again (milliseconds since 1970). */
    answersFrom: () => Math.max(0, ...silentUntil.values()),
  };
}

export const centsOf = ({ valor }: Pick<Paid, 'valor'>): number => Math.round(Number(valor) * 100);

/** Returns the settled returns of a payment that nobody requested. */
export const settledReturns = ({ devolucoes }: Paid) =>
  devolucoes.filter(({ status }) => status === 'DEVOLVIDO');
