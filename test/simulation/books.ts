// Simulates the PSP's books as the service may read them: lists that are late, incomplete or contain items twice,
// statements that take time, and lost answers. The facts that they report are true (psp-account.ts).

import { cents } from '../../lib/base/money.ts';
import type {
  BookedReturn,
  Listed,
  PayoutBooks,
  PspBooks,
  ReceivedPayment,
  SentPayment,
  StatementLine,
} from '../../lib/network/psp-books.ts';
import type { Border } from './border.ts';
import type { Dice } from './dice.ts';
import type { Faults } from './faults.ts';
import { type Booked, dayBounds, type PspAccount } from './psp-account.ts';
import type { Payment, Rail, Refund } from './rail.ts';
import type { Scheduler } from './scheduler.ts';

type Options = {
  scheduler: Scheduler;
  dice: Dice;
  faults: Faults;
  rail: Rail;
  border: Border;
  account: PspAccount;
  /** The account of the payments that the sandbox simulates. Each PSP can find them, because any may refund them. */
  first: PspAccount;
};

const lateMs = 3 * 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const words: Record<Booked['kind'], string> = {
  sent: 'PEC',
  'sent undone': 'EPE',
  received: 'PR',
  'return sent': 'PDE',
  'return received': 'PDR',
  fee: 'TPE',
};

const asReturn = ({ id, amountCents, at, reference }: Booked): BookedReturn => ({
  returnId: id,
  amountCents: cents(amountCents),
  state: 'done',
  at: iso(at),
  ...(reference ? { reference } : {}),
});

export function makeBooks(options: Options): PspBooks {
  const { scheduler, dice, faults, rail, border, account, first } = options;
  const { place } = account;
  /** The ordered statements by name. `isLost` tells whether the PSP has lost the order. */
  const orders = new Map<string, { isLost: boolean }>();

  async function ask<Answer>(label: string, answer: () => Answer): Promise<Answer> {
    const said = await rail.ask<{ answer: Answer } | undefined>(
      `books: ${label}`,
      undefined,
      () => {
        account.note();
        return { answer: answer() };
      },
      false,
    );
    if (!said) throw new Error('no answer from the PSP');
    return JSON.parse(JSON.stringify(said)).answer;
  }

  function spoil<Item extends { at: string }>(all: Item[], { from, to }: { from: string; to: string }) {
    let items = all.filter(({ at }) => from <= at && at <= to);
    if (items.length > 0 && faults.strikes('list late'))
      items = items.filter(({ at }) => Date.parse(at) < scheduler.now() - lateMs);
    if (items.length > 0 && faults.strikes('list incomplete')) {
      const missing = dice.pick(items);
      items = items.filter((one) => one !== missing);
    }
    if (faults.strikes('list doubled')) items = dice.shuffle([...items, ...items]);
    return { items, faults: [] } satisfies Listed<Item>;
  }

  const stateOf = ({ verdict, knownFrom }: Pick<Payment | Refund, 'verdict' | 'knownFrom'>) =>
    knownFrom > scheduler.now() ? 'under way' : verdict === 'settled' ? 'done' : 'not done';

  function sentPayments(): SentPayment[] {
    const all = account.movements();
    const back = Map.groupBy(
      all.filter(({ kind }) => kind === 'return received'),
      ({ endToEndId }) => endToEndId,
    );
    const here = [...rail.payments.values()].filter((payment) => payment.place === place);
    const asked = here.map((payment): SentPayment => {
      const { endToEndId } = payment;
      const { reference, amountCents } = payment.order;
      const state = account.isPutBack(endToEndId) ? 'not done' : stateOf(payment);
      const returns = (back.get(endToEndId) ?? []).map(asReturn);
      return { reference, endToEndId, amountCents, state, at: iso(payment.landedAt), returns };
    });
    const byHand = account.byHand.map(
      ({ id, amountCents, at }): SentPayment => ({
        endToEndId: id,
        amountCents: cents(amountCents),
        state: 'done',
        at: iso(at),
        returns: [],
      }),
    );
    return [...asked, ...byHand];
  }

  function receivedPayments(received = account.movements()): ReceivedPayment[] {
    const all = account.movements();
    return received
      .filter(({ kind }) => kind === 'received')
      .map(({ id, amountCents, at, pixKey }) => ({
        endToEndId: id,
        amountCents: cents(amountCents),
        at: iso(at),
        ...(pixKey ? { pixKey } : {}),
        returns: [
          ...all.filter(({ kind, endToEndId }) => kind === 'return sent' && endToEndId === id).map(asReturn),
          ...undecided(id),
        ],
      }));
  }

  /** Returns the refunds that have moved no money, because they are in progress or were refused. */
  function undecided(endToEndId: string): BookedReturn[] {
    const asked = [...rail.refunds.values()]
      .filter((refund) => refund.place === place && refund.order.endToEndId === endToEndId)
      .filter(({ verdict }) => verdict !== 'refused')
      .map((refund): BookedReturn => {
        const { order, returnId, knownFrom } = refund;
        const { reference, amountCents } = order;
        return { returnId, reference, amountCents, state: stateOf(refund), at: iso(knownFrom) };
      });
    const unasked = border.paid
      .filter((paid) => paid.endToEndId === endToEndId)
      .flatMap(({ devolucoes, horario }) =>
        devolucoes.map(({ rtrId, id, valor, status }): BookedReturn => {
          const state =
            status === 'DEVOLVIDO' ? 'done' : status === 'EM_PROCESSAMENTO' ? 'under way' : 'not done';
          const amountCents = cents(Math.round(Number(valor) * 100));
          return { returnId: rtrId, reference: id, amountCents, state, at: horario };
        }),
      );
    return [...asked, ...unasked].filter(({ state }) => state !== 'done');
  }

  function linesOf(day: string): StatementLine[] {
    const { from, to } = dayBounds(day);
    return [...account.movements(), ...account.fees()]
      .filter(({ at }) => from <= at && at < to)
      .map(({ kind, id, amountCents, at, reference, endToEndId }, index) => {
        const isReturn = kind === 'return sent' || kind === 'return received';
        const payment = isReturn || kind === 'fee' ? endToEndId : id;
        return {
          kind,
          word: words[kind],
          protocol: `${day}-${index}`,
          amountCents: cents(amountCents),
          at: iso(at),
          ...(payment ? { endToEndId: payment } : {}),
          ...(isReturn ? { returnId: id } : {}),
          ...(reference && kind !== 'sent undone' ? { reference } : {}),
        };
      });
  }

  const paid: PayoutBooks = {
    listSent: (range) => ask('list sent', () => spoil(sentPayments(), range)),
    findSent: (sought) =>
      ask('find sent', () => {
        const found = sentPayments().filter((one) =>
          'reference' in sought ? one.reference === sought.reference : one.endToEndId === sought.endToEndId,
        );
        return found.find(({ state }) => state === 'done') ?? found[0];
      }),
    orderStatement: (day) =>
      ask('order statement', () => {
        const name = `${day}/${[...orders.keys()].filter((one) => one.startsWith(day)).length}`;
        const open = [...orders].find(([one, { isLost }]) => one.startsWith(day) && !isLost)?.[0];
        if (!open) orders.set(name, { isLost: false });
        return open ?? name;
      }),
    readStatement: (name, day) =>
      ask('read statement', () => {
        const order = orders.get(name);
        if (order && faults.strikes('statement lost')) order.isLost = true;
        if (!order || order.isLost) return { kind: 'again' };
        if (faults.strikes('statement late')) return { kind: 'pending' };
        const { from, to } = dayBounds(day);
        const [openingCents, closingCents] = [account.balanceAt(from), account.balanceAt(to)];
        return {
          kind: 'ready',
          statement: { openingCents, closingCents, lines: linesOf(day), faults: [] },
        };
      }),
  };
  const isSimulated = ({ id }: Booked) => border.paid.every(({ endToEndId }) => endToEndId !== id);
  const known = () => [...account.movements(), ...first.movements().filter(isSimulated)];
  return {
    place,
    paid,
    received: {
      listReceived: (range) => ask('list received', () => spoil(receivedPayments(), range)),
      findReceived: (endToEndId) =>
        ask('find received', () => receivedPayments(known()).find((one) => one.endToEndId === endToEndId)),
    },
    balance: () =>
      ask('balance', () => ({
        balanceCents: cents(account.balanceAt(scheduler.now())),
        blockedCents: cents(0),
      })),
  };
}
