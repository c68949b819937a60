// Simulates our account at a PSP as a list of movements, made from what has truly happened outside. The list is right by
// definition, and a movement never changes. In addition, the PSP charges fees, our operator pays by hand in the PSP's
// web interface, a payment is put back after it had settled, and the balance drifts. These differences are planted
// here, and reconciliation must find them.

import type { NetworkEvent } from '../../lib/network/event.ts';
import { type Border, centsOf, receiverOf, settledReturns } from './border.ts';
import type { Dice } from './dice.ts';
import type { Faults } from './faults.ts';
import { type PspName, pspNames, type Rail } from './rail.ts';
import type { Scheduler } from './scheduler.ts';
import type { Sqs } from './sqs.ts';

/** `at` is the time when the PSP has booked the movement, in milliseconds since 1970. */
export type Booked = {
  kind: 'sent' | 'sent undone' | 'received' | 'return sent' | 'return received' | 'fee';
  id: string;
  amountCents: number;
  at: number;
  reference?: string;
  /** The payment that a return gives back, or for which a fee is charged. */
  endToEndId?: string;
  pixKey?: string;
};

type Drift = { at: number; cents: number };
export type PspAccount = ReturnType<typeof makePspAccount>;

/** The PSP's own money in the account before the first day. */
const floatCents = 5_000_000;

type Options = {
  place: PspName;
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  rail: Rail;
  border: Border;
  /**
   * Returns the queue of notices. What the sandbox simulates appears there, and counts as having happened at that time.
   */
  notices: () => ReturnType<Sqs['queues']['get']>;
  /** Returns whether the service has ended the payout with this number as paid. */
  isPaid: (reference: string) => boolean;
};

export function makePspAccount(options: Options) {
  const { place, scheduler, dice, faults, rail, border, notices, isPaid } = options;
  const told = new Map<string, { event: NetworkEvent; at: number }>();
  const fees = new Map<string, Booked | undefined>();
  const byHand: Booked[] = [];
  const putBack: Booked[] = [];
  let heard = 0;
  let drift: Drift | undefined;

  /** Reads the new notices in the queue. Each payment and each return counts once. */
  function hear(): void {
    const accepted = notices()?.accepted ?? new Map<string, number>();
    for (const [body, at] of [...accepted].slice(heard)) {
      const event = JSON.parse(body) as NetworkEvent;
      const id =
        event.kind === 'payment_received'
          ? event.endToEndId
          : event.kind === 'payment_returned' && event.returnId;
      if (id && !told.has(id)) told.set(id, { event, at });
    }
    heard = accepted.size;
  }

  function* happened(): Generator<Booked> {
    for (const { order, endToEndId: id, verdict, knownFrom: at, ...sent } of rail.payments.values()) {
      const { reference, amountCents } = order;
      if (sent.place === place && verdict === 'settled')
        yield { kind: 'sent', id, reference, amountCents, at };
    }
    for (const { order, verdict, returnId: id, knownFrom: at, ...sent } of rail.refunds.values()) {
      const { endToEndId, reference, amountCents } = order;
      if (sent.place === place && verdict === 'settled')
        yield { kind: 'return sent', id, endToEndId, reference, amountCents, at };
    }
    for (const paid of border.paid.filter((one) => receiverOf(one) === place)) {
      const { endToEndId, chave, horario } = paid;
      const key = chave ? { pixKey: chave } : {};
      const [amountCents, at] = [centsOf(paid), Date.parse(horario)];
      yield { kind: 'received', id: endToEndId, amountCents, at, ...key };
      for (const one of settledReturns(paid)) {
        const { rtrId, id: reference } = one;
        const at = border.returnedAt.get(rtrId) ?? 0;
        yield { kind: 'return sent', id: rtrId, endToEndId, reference, amountCents: centsOf(one), at };
      }
    }
    yield* rehearsed();
    yield* byHand;
    yield* putBack;
  }

  /**
   * Yields the incoming payments that the sandbox has simulated, all at the first PSP, and the returns of payouts by
   * their receivers.
   */
  function* rehearsed(): Generator<Booked> {
    const ofBorder = new Set(border.paid.map(({ endToEndId }) => endToEndId));
    const sent = new Map([...rail.payments.values()].map((one) => [one.order.reference, one]));
    for (const { event, at } of told.values()) {
      const isFirst = place === pspNames[0];
      if (
        isFirst &&
        event.kind === 'payment_received' &&
        !event.payer.account &&
        !ofBorder.has(event.endToEndId)
      )
        yield { kind: 'received', id: event.endToEndId, amountCents: event.amountCents, at };
      const payment = event.kind === 'payment_returned' ? sent.get(String(event.cashoutId)) : undefined;
      if (event.kind !== 'payment_returned' || payment?.verdict !== 'settled') continue;
      if (payment.place !== place) continue;
      const { returnId: id, amountCents } = event;
      const { endToEndId } = payment;
      yield { kind: 'return received', id, endToEndId, amountCents, at: Math.max(at, payment.knownFrom) };
    }
  }

  /** @returns what was booked until now, without fees */
  function movements(): Booked[] {
    hear();
    return [...happened()].filter(({ at }) => at <= scheduler.now());
  }

  /** Checks whether something new has happened, and creates the planned differences that reconciliation must find. */
  function note(): void {
    const now = scheduler.now();
    const all = movements();
    for (const { kind, id, at } of all) {
      if (fees.has(id) || (kind !== 'sent' && kind !== 'received')) continue;
      const isCharged = faults.strikes('fee charged');
      fees.set(
        id,
        isCharged
          ? { kind: 'fee', id: `fee-${id}`, endToEndId: id, amountCents: dice.between(1, 99), at }
          : undefined,
      );
    }
    if (!drift && faults.strikes('balance drifts'))
      drift = { at: now, cents: dice.pick([-1, 1]) * dice.between(1, 500) };
    if (faults.strikes('payment by hand')) {
      const id = `E99999012${new Date(now).toISOString().slice(0, 16).replace(/[-T:]/g, '')}${dice.hex(11)}`;
      byHand.push({ kind: 'sent', id, amountCents: dice.between(1, 5_000), at: now });
    }
    const gone = new Set(putBack.map(({ id }) => id));
    const mayComeBack = all.filter(
      ({ kind, id, reference }) => kind === 'sent' && reference && isPaid(reference) && !gone.has(id),
    );
    if (mayComeBack.length > 0 && faults.strikes('payment put back'))
      putBack.push({ ...dice.pick(mayComeBack), kind: 'sent undone', at: now });
  }

  const charged = () => [...fees.values()].flatMap((fee) => fee ?? []);

  return {
    place,
    note,
    movements,
    fees: charged,
    drift: () => drift,
    isPutBack: (id: string) => putBack.some((one) => one.id === id),
    byHand,
    /** Returns the sum of everything that was booked before an instant. */
    balanceAt(instant: number): number {
      const all = [...movements(), ...charged()].filter(({ at }) => at < instant);
      const moved = all.reduce((sum, one) => sum + signedCents(one), 0);
      return floatCents + moved + (drift && drift.at < instant ? drift.cents : 0);
    },
  };
}

export const signedCents = ({ kind, amountCents }: Pick<Booked, 'kind' | 'amountCents'>): number =>
  kind === 'sent' || kind === 'return sent' || kind === 'fee' ? -amountCents : amountCents;

/**
 * Returns the start and the end of a day in São Paulo in milliseconds since 1970. The end is not included. São Paulo
 * has had no summer time since 2019.
 */
export function dayBounds(day: string): { from: number; to: number } {
  const from = Date.parse(`${day}T03:00:00.000Z`);
  return { from, to: from + 86_400_000 };
}

export const dayOf = (at: number): string => new Date(at - 10_800_000).toISOString().slice(0, 10);
