// Simulates the PIX network seen from outside: the payments that it has settled are the money that has left this
// institution. It recognises a payment by its end-to-end id, so it would pay the same transfer twice under two ids. It
// may be silent, late, forgetful and slow, but it never changes a decision.

import type { SendDefence } from '../../lib/network/defence.ts';
import type {
  ChargeLookup,
  KeyLookup,
  PaymentLookup,
  PaymentOrder,
  PaymentOutcome,
  PixNetwork,
  RefundLookup,
  RefundOrder,
  RefundOutcome,
} from '../../lib/network/port.ts';
import { NoAnswer } from '../../lib/network/silence.ts';
import { makeCharges } from './charges.ts';
import type { Dice } from './dice.ts';
import type { Faults } from './faults.ts';
import { never, running } from './lambda.ts';
import { endToEndMs, lookUpKey, mintedAt, ownIdOf } from './rail-rules.ts';
import type { Scheduler } from './scheduler.ts';
import type { Turns } from './turns.ts';

type Verdict = 'settled' | 'failed' | 'refused';
/**
 * `place` is the network that has received the payment. Another network does not know the payment. `endToEndId` is the
 * network's id of the payment.
 */
export type Payment = {
  order: PaymentOrder;
  endToEndId: string;
  place: string;
  verdict: Verdict;
  knownFrom: number;
  landedAt: number;
};
export type Refund = {
  order: RefundOrder;
  place: string;
  returnId: string;
  verdict: 'settled' | 'rejected' | 'refused';
  knownFrom: number;
  lies: boolean;
};

type Options = {
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  /** Sends a callback that the network has news about this reference. */
  callBack: (kind: 'payment' | 'refund', reference: string) => void;
  /** Reports that the service requested something that it must never request. */
  fail: (invariant: string, what: string) => void;
  /** Returns whether the service has ended the chargeback with this reference. */
  hasEnded: (reference: string) => boolean;
  /** Takes a company's defence about a report, as the PSP does. */
  takeDefence: (place: PspName, order: Parameters<SendDefence>[0]) => Awaited<ReturnType<SendDefence>>;
  /** The requests that wait for their turn. */
  turns: Turns;
  /** Returns the PSP that has received the payment, unless the sandbox has only simulated it. */
  receivedAt: (endToEndId: string) => PspName | undefined;
};

/** Our accounts at PSPs. Each pays, receives and refunds. */
export const pspNames = ['rail', 'another rail'] as const;
export type PspName = (typeof pspNames)[number];

/**
 * The two networks differ: only the second one guarantees this. It also has no code for “not found”, and assigns its own
 * end-to-end ids, by which it names the payments that were returned.
 */
const repeatsPayOnce = (place: string) => place === 'another rail';

export type Rail = ReturnType<typeof makeRail>;

export function makeRail({
  scheduler,
  dice,
  faults,
  callBack,
  fail,
  hasEnded,
  receivedAt,
  takeDefence,
  turns,
}: Options) {
  const payments = new Map<string, Payment>();
  const refunds = new Map<string, Refund>();
  /** References of payouts of which the network has said that it does not know them. */
  const missed = new Set<string>();
  /** References of payouts that our operator has removed at the PSP. The network never takes them again. */
  const removed = new Set<string>();
  const charges = makeCharges({ scheduler, dice, faults });
  let minted = 0;

  /** Sends a request to the network. The request may be lost or arrive late, and its answer may be lost. */
  function ask<Answer>(
    label: string,
    unknown: Answer,
    effect: () => Answer,
    changes: boolean,
    place?: string,
  ): Promise<Answer> {
    const invocation = running();
    if (invocation?.dead) return never();
    const where = `${invocation?.functionKey} | ${label.replace(/ [^ ]*$/, '')}`;
    return new Promise((resolve, reject) => {
      scheduler.add(`${invocation?.functionKey}/${invocation?.id} network: ${label}`, () => {
        if (invocation?.dead) return void (changes && dice.chance(0.5) && effect());
        if (faults.strikes('crash before', where)) return invocation?.die();
        const timeOut = () =>
          void scheduler.at(scheduler.now() + dice.between(500, 5_000), () => resolve(unknown));
        if (place !== undefined && turns.isSilent(place))
          return void scheduler.at(scheduler.now() + 3_000, () => reject(new NoAnswer('it is silent')));
        if (faults.strikes('network silent', where)) return timeOut();
        if (faults.strikes('network breaks', where)) return reject(new Error('socket hang up'));
        if (changes && faults.strikes('network lands late', where)) {
          scheduler.at(
            scheduler.now() + dice.between(1_000, dice.pick([10_000, 600_000, 7_200_000])),
            () => void effect(),
          );
          return timeOut();
        }
        const answer = effect();
        if (faults.strikes('crash after', where)) return invocation?.die();
        if (faults.strikes('network answer lost', where)) return timeOut();
        resolve(answer);
      });
    });
  }

  const decidesAt = () =>
    scheduler.now() +
    (faults.strikes('network decides late')
      ? dice.between(1_000, dice.pick([30_000, 900_000, 5_000_000]))
      : 0);

  function announce(kind: 'payment' | 'refund', reference: string, at: number): void {
    const times = faults.strikes('network calls back twice') ? 2 : dice.pick([0, 1]);
    for (let time = 0; time < times; time++) {
      // Sometimes the callback comes before the answer of the call.
      const wait = dice.chance(0.4) ? dice.between(0, 40) : dice.between(-2_000, 60_000);
      scheduler.at(at + wait, () => callBack(kind, reference));
    }
  }

  /** Fails if one reference was sent to two networks, because both may pay it. */
  function checkPlace(what: { place: string } | undefined, reference: string, place: string): void {
    if (what && what.place !== place) fail('I56', `${reference} is sent to ${what.place} and to ${place}`);
  }

  function land(order: PaymentOrder, place: string): PaymentOutcome {
    if (removed.has(order.reference)) return { kind: 'unknown' };
    checkPlace(byReference(order.reference), order.reference, place);
    const known = payments.get(order.endToEndId);
    if (known && !repeatsPayOnce(place) && !missed.has(order.reference))
      fail('I57', `${order.reference} is sent again, and the network never said that it does not know it`);
    if (known) {
      if (faults.strikes('network refuses a repeat'))
        return { kind: 'refused', code: 'AB03', text: 'repeated' };
      return say(known);
    }
    const word = /^(\w+)@sim\.pix$/.exec(order.recipient.name ?? '')?.[1];
    const verdict =
      word === 'fails'
        ? 'failed'
        : word === 'refused'
          ? 'refused'
          : dice.weighted<Verdict>({ settled: 85, failed: 8, refused: 7 });
    const endToEndId = repeatsPayOnce(place) ? ownIdOf(order) : order.endToEndId;
    const payment = { order, endToEndId, place, verdict, knownFrom: decidesAt(), landedAt: scheduler.now() };
    payments.set(order.endToEndId, payment);
    turns.notePaid(place);
    scheduler.note(`  network takes ${order.reference}: ${verdict}`);
    announce('payment', order.reference, payment.knownFrom);
    return say(payment);
  }

  function say({ verdict, knownFrom, order, endToEndId }: Payment): PaymentOutcome {
    if (knownFrom > scheduler.now()) return { kind: 'unknown', state: 'under way' };
    if (verdict === 'settled') {
      const own = endToEndId === order.endToEndId ? {} : { endToEndId };
      return { kind: 'settled', operationId: `operation-${order.endToEndId}`, ...own };
    }
    return {
      kind: verdict,
      code: verdict === 'failed' ? 'ED05' : 'DS04',
      text: `the network says ${verdict}`,
    };
  }

  const byReference = (reference: string) =>
    [...payments.values()].find(({ order }) => order.reference === reference);

  function find(reference: string, place: string): PaymentLookup {
    const payment = byReference(reference);
    if (payment?.place !== place) return missing(reference, place);
    const isFresh = scheduler.now() - payment.landedAt < 30_000;
    return isFresh && faults.strikes('network forgets') ? missing(reference, place) : say(payment);
  }

  /** The second network has no words for a payment that it does not know. */
  function missing(reference: string, place: string): PaymentLookup {
    if (repeatsPayOnce(place)) return { kind: 'unknown' };
    missed.add(reference);
    return { kind: 'not_found' };
  }

  function landRefund(order: RefundOrder, place: string): RefundOutcome {
    const known = refunds.get(order.reference);
    checkPlace(known, order.reference, place);
    const at = receivedAt(order.endToEndId) ?? place;
    if (at !== place) fail('I64', `refund ${order.reference} is sent to ${place}, but ${at} has the payment`);
    if (known) return sayRefund(known);
    const verdict = dice.weighted<Refund['verdict']>({ settled: 70, rejected: 18, refused: 12 });
    const returnId = `D99999011simulated${String(++minted).padStart(14, '0')}`;
    const refund = {
      order,
      place,
      returnId,
      verdict,
      knownFrom: verdict === 'refused' ? 0 : decidesAt(),
      lies: false,
    };
    refunds.set(order.reference, refund);
    scheduler.note(`  network takes refund ${order.reference}: ${verdict}`);
    announce('refund', order.reference, refund.knownFrom);
    return sayRefund(refund);
  }

  function sayRefund(refund: Refund): RefundOutcome {
    const { returnId, knownFrom } = refund;
    if (knownFrom > scheduler.now()) return { kind: 'accepted', returnId };
    if (
      refund.verdict !== 'refused' &&
      hasEnded(refund.order.reference) &&
      faults.strikes('network contradicts itself')
    )
      refund.lies = true;
    const verdict = refund.lies ? opposite(refund.verdict) : refund.verdict;
    if (verdict === 'refused') return { kind: 'refused', text: 'the network says no' };
    return verdict === 'settled'
      ? { kind: 'settled', returnId }
      : { kind: 'rejected', returnId, text: 'the payer is gone' };
  }

  function lookForRefund(reference: string, place: string): RefundLookup {
    const refund = refunds.get(reference);
    return refund?.place === place ? sayRefund(refund) : { kind: 'not_found' };
  }

  /**
   * Payments received at either PSP can be refunded there.
   * @param former the network whose payments in progress the settings still know
   */
  const networkAt = (place: string, former?: string): PixNetwork => ({
    at: (name) =>
      isPsp(name)
        ? {
            refunds: networkAt(name),
            defence: (order) =>
              ask(
                `defend ${order.reportId}`,
                { kind: 'unknown' as const },
                () => takeDefence(name, order),
                true,
              ),
            ...(name === former ? { payouts: networkAt(name) } : {}),
          }
        : undefined,
    payoutsAt: place,
    refundsAt: place,
    bindsCodeAmount: true,
    repeatsPayOnce: repeatsPayOnce(place),
    checksOwner: () => false,
    sendPayment: (order) => {
      const age = scheduler.now() - mintedAt(order.endToEndId);
      if (age > endToEndMs + 60_000)
        fail('I05', `${order.reference} is sent under an end-to-end id of ${age / 1000} s ago`);
      turns.begin(place, 'send');
      return ask<PaymentOutcome>(
        `pay ${order.reference}`,
        { kind: 'unknown' },
        () => turns.answer(place, 'send') ?? land(order, place),
        true,
        place,
      );
    },
    findPayment({ reference }) {
      turns.begin(place, 'find');
      const look = () => turns.answer(place, 'find') ?? find(reference, place);
      return ask<PaymentLookup>(`find ${reference}`, { kind: 'unknown' }, look, false, place);
    },
    requestRefund(order) {
      turns.begin(place, 'send');
      const request = () => turns.answer(place, 'send') ?? landRefund(order, place);
      return ask<RefundOutcome>(`refund ${order.reference}`, { kind: 'unknown' }, request, true, place);
    },
    findRefund({ reference }) {
      turns.begin(place, 'find');
      const look = () => turns.answer(place, 'find') ?? lookForRefund(reference, place);
      return ask<RefundLookup>(`find refund ${reference}`, { kind: 'unknown' }, look, false, place);
    },
    resolveKey(key) {
      turns.begin(place, 'resolve');
      const look = () => {
        const found = lookUpKey(key);
        return turns.answer(place, 'resolve') ?? turns.lookUp(place, found.kind === 'found') ?? found;
      };
      return ask<KeyLookup>(`key ${key}`, { kind: 'unknown' }, look, false, place);
    },
    keyBucket: turns.keyBucket(place, (tell) => ask('tokens of keys', undefined, tell, false)),
    resolveBrCode: ({ url }) =>
      ask<ChargeLookup>(`charge ${url}`, { kind: 'unknown' }, () => charges.read(url), false),
  });
  /** Removes a payment that is not made yet. The network does not know it any more. */
  function remove({ endToEndId, reference }: PaymentOrder): void {
    payments.delete(endToEndId);
    removed.add(reference);
  }

  return { network: networkAt('rail'), networkAt, payments, refunds, charges, ask, missed, remove, removed };
}

const isPsp = (name: string): name is PspName => pspNames.some((one) => one === name);

const opposite = (verdict: Refund['verdict']) => (verdict === 'settled' ? 'rejected' : 'settled');
