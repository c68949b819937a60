// Plans the bakery's payments and takings of two months: what is due on which day. Amounts are in cents.

import { type Cents, cents } from '../../lib/base/money.ts';
import { hourMs, minuteMs } from './clock.ts';
import { type Day, makeDice } from './days.ts';
import type { Payee } from './payees.ts';
import * as payees from './payees.ts';

/** How a payment ends. A word of the network's reason codes is the refusal by the network with this code. */
export type End =
  | { kind: 'paid' }
  | { kind: 'refused'; code: string }
  | { kind: 'rejected' | 'withdrawn'; reason: string }
  | { kind: 'returned'; share: number }
  | { kind: 'open' | 'waits' };

export type Payment = {
  from: 'shop' | 'payroll';
  payee: Payee;
  amountCents: Cents;
  tag: string;
  message?: string;
  /** The time of its creation (ms since 1970). */
  createdAt: number;
  /** The time of the decision, if there is one. */
  decidedAt: number;
  end: End;
};

export type Taking = {
  at: number;
  amountCents: Cents;
  payer: (typeof payees.payers)[number];
  isCode: boolean;
};

type Due = { payee: Payee; tag: string; from: number; to: number; isOn: (day: Day) => boolean };

const monthly = (payee: Payee, tag: string, dayOfMonth: number, from: number, to = from): Due => ({
  ...{ payee, tag, from, to },
  isOn: (day) => day.dayOfMonth === dayOfMonth,
});
const weekly = (payee: Payee, tag: string, weekday: number, from: number, to: number): Due => ({
  ...{ payee, tag, from, to },
  isOn: (day) => day.weekday === weekday,
});
const fortnightly = (...given: Parameters<typeof weekly>): Due => ({
  ...weekly(...given),
  isOn: (day) => day.weekday === given[2] && Math.floor(day.ago / 7) % 2 === 0,
});

const dues: readonly Due[] = [
  monthly(payees.landlord, 'Aluguel da loja', 5, 680_000),
  monthly(payees.accountant, 'Honorários contábeis', 8, 95_000),
  monthly(payees.energy, 'Energia elétrica', 12, 287_000, 342_000),
  monthly(payees.water, 'Água e esgoto', 15, 58_000, 71_000),
  monthly(payees.internet, 'Internet e telefone', 18, 24_990),
  monthly(payees.cleaning, 'Limpeza e dedetização', 22, 42_000),
  weekly(payees.mill, 'Farinha de trigo', 1, 186_000, 254_000),
  weekly(payees.dairy, 'Leite e queijos', 2, 92_000, 131_000),
  weekly(payees.fruit, 'Frutas e ovos', 3, 38_000, 61_000),
  weekly(payees.freight, 'Frete da semana', 5, 34_000, 46_000),
  fortnightly(payees.butter, 'Manteiga', 2, 61_000, 88_000),
  fortnightly(payees.yeast, 'Fermento e melhorador', 4, 27_000, 39_000),
  fortnightly(payees.packaging, 'Embalagens e sacolas', 4, 33_000, 52_000),
  fortnightly(payees.coffee, 'Café em grãos', 5, 29_000, 41_000),
];

const between = (dice: () => number, from: number, to: number): Cents =>
  cents(Math.round(from + dice() * (to - from)));

/** Plans the payments to suppliers. `endOf` says how a payment ends, by its position. */
export function planSuppliers(days: readonly Day[]): Payment[] {
  const dice = makeDice(11);
  const planned = days.flatMap((day) =>
    dues
      .filter(({ isOn }) => isOn(day))
      .map(({ payee, tag, from, to }, place): Payment => {
        const createdAt = day.at(9, 4 + place * 11);
        const decidedAt = createdAt + hourMs + Math.floor(dice() * 40) * minuteMs;
        const amountCents = between(dice, from, to);
        return { from: 'shop', payee, tag, amountCents, createdAt, decidedAt, end: { kind: 'paid' } };
      }),
  );
  return planned.map((one, place) => ({ ...one, end: surprises.get(place) ?? one.end }));
}

/** The payments to suppliers that do not end as usual, by their position. */
const surprises: ReadonlyMap<number, End> = new Map([
  [6, { kind: 'refused', code: 'ac03' }],
  [11, { kind: 'returned', share: 1 }],
  [16, { kind: 'rejected', reason: 'Nota fiscal com valor errado' }],
  [21, { kind: 'refused', code: 'ds04' }],
  [27, { kind: 'returned', share: 0.25 }],
  [34, { kind: 'withdrawn', reason: 'Pedido cancelado pelo fornecedor' }],
  [40, { kind: 'refused', code: 'am02' }],
  [46, { kind: 'returned', share: 0.4 }],
  [50, { kind: 'rejected', reason: 'Já pago em dinheiro' }],
] as const);

/** Plans the salaries that are paid one by one: those of the older months. The latest month is paid by a batch. */
export function planSalaries(days: readonly Day[]): Payment[] {
  const paydays = days.filter(({ dayOfMonth, ago }) => dayOfMonth === 6 && ago > 31);
  return paydays.flatMap((day) =>
    payees.staff.map(({ name, key, pay }, place): Payment => {
      const createdAt = day.at(8, 10 + place);
      const amountCents = cents(Math.round(Number(pay) * 100));
      const what = { payee: { name, key }, amountCents, tag: 'Salários', message: 'Salário do mês' };
      return { from: 'payroll', ...what, createdAt, decidedAt: day.at(10, 2 * place), end: { kind: 'paid' } };
    }),
  );
}

/** Plans the transfers from the shop's account to that of the payroll. */
export const paydaysOf = (days: readonly Day[]): Day[] => days.filter(({ dayOfMonth }) => dayOfMonth === 5);

/** Plans what customers pay: once a day, but not on Sundays. */
export function planTakings(days: readonly Day[]): Taking[] {
  const dice = makeDice(23);
  return days.flatMap((day) =>
    Array.from({ length: day.weekday === 0 ? 0 : 1 }, (_, place): Taking => {
      const payer = payees.payers[Math.floor(dice() * payees.payers.length)] as Taking['payer'];
      const isCode = day.ago % 7 === 3;
      return { at: day.at(17 + 2 * place, 20), amountCents: between(dice, 158_000, 276_000), payer, isCode };
    }),
  );
}
