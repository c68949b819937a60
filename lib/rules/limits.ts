// Limits on an account's payments. An increase takes effect a day after it was set, a decrease at once. Days and nights
// are in São Paulo time.

import type { Cents } from '../base/money.ts';
import { addDays, addSeconds, saoPauloDay, toLocalTime } from '../base/time.ts';

export const limitNames = ['per_transfer', 'per_day', 'per_night', 'new_payee'] as const;
export type LimitName = (typeof limitNames)[number];

/** Without `cents` there is no limit. `next`: an increase and when it takes effect (ISO, UTC). */
export type Limit = { cents?: Cents; next?: { cents?: Cents; from: string } };

export type LimitRules = { limits?: Partial<Record<LimitName, Limit>> | undefined };

/** The delay of an increase. Also how long a payee is new, from the first transfer to it. */
const daySeconds = 86_400;

/** The limit at a time, in cents; undefined if there is none. @param at ISO, UTC */
export function limitAt({ limits }: LimitRules, name: LimitName, at: string): Cents | undefined {
  const limit = limits?.[name];
  return limit?.next && limit.next.from <= at ? limit.next.cents : limit?.cents;
}

/** The limit after an operator has set it. @param wanted cents; undefined for no limit */
export function setLimit(rules: LimitRules, name: LimitName, wanted: Cents | undefined, now: Date): Limit {
  const current = limitAt(rules, name, now.toISOString());
  const isRaise = current !== undefined && (wanted === undefined || wanted > current);
  if (!isRaise) return limitOf(wanted);
  return { cents: current, next: { ...limitOf(wanted), from: addSeconds(now, daySeconds) } };
}

/** A limit that takes effect at once. */
export const limitOf = (wanted: Cents | undefined): Limit => (wanted === undefined ? {} : { cents: wanted });

/** A counted amount, and the sort key of its counter among the account's rows. */
export type Counted = { sk: string; cents: number };

/** A counter for one transfer: of a day, a night, or a payee while it is new. */
export type Count = Counted & { name: Exclude<LimitName, 'per_transfer'>; limitCents: Cents };

/**
 * The counters of a transfer, for the limits in force.
 * @param payee in the form of `payeeId`
 * @param at time of its hold (ISO, UTC)
 */
export function countsOf(rules: LimitRules, cents: Cents, payee: string, at: string): Count[] {
  const places = { per_day: dayOf(at), per_night: nightOf(at), new_payee: `PAYEE#${payee}` } as const;
  return (Object.keys(places) as (keyof typeof places)[]).flatMap((name) => {
    const [sk, limitCents] = [places[name], limitAt(rules, name, at)];
    return sk === undefined || limitCents === undefined ? [] : [{ name, sk, limitCents, cents }];
  });
}

/** Whether a sort key is that of a payee. */
export const isOfPayee = (sk: string) => sk.startsWith('PAYEE#');

const dayOf = (at: string) => `SPENT#DAY#${saoPauloDay(at)}`;

/** The night of an instant: from 20:00 to 06:00, named after the day on which it begins. */
function nightOf(at: string): string | undefined {
  const hour = Number(toLocalTime(at).slice(11, 13));
  const day = saoPauloDay(at);
  if (hour >= 6 && hour < 20) return undefined;
  return `SPENT#NIGHT#${hour >= 20 ? day : addDays(day, -1)}`;
}

/** The counts of several transfers of an account, added up per counter. */
export function sumCounts<One extends Counted>(counts: readonly One[]): One[] {
  return [...Map.groupBy(counts, ({ sk }) => sk).values()].map((same) => ({
    ...(same[0] as One),
    cents: same.reduce((sum, one) => sum + one.cents, 0),
  }));
}

/** The earliest first payment of a payee that is still new at an instant (ISO, UTC). */
export const newSince = (at: string) => addSeconds(new Date(at), -daySeconds);

/** The amount of one counter, and when its count began (ISO, UTC). */
type CountRow = { cents: number; since: string };

/** Cents left in a limit, given the row of its counter. */
export function roomOf({ name, limitCents }: Count, row: object | undefined, at: string): number {
  const { cents = 0, since = at } = (row ?? {}) as Partial<CountRow>;
  if (name === 'new_payee' && since <= newSince(at)) return Number.POSITIVE_INFINITY;
  return limitCents - cents;
}
