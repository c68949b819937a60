// Limits an account's payments. An increase of a limit takes effect a day after it was set, a decrease at once. Days
// and nights are in São Paulo time.

import type { Cents } from '../base/money.ts';
import { addDays, addSeconds, isByDay, parseInstant, saoPauloDay, toLocalTime } from '../base/time.ts';

export const limitNames = ['per_transfer', 'per_day', 'per_night', 'new_payee'] as const;
export type LimitName = (typeof limitNames)[number];

/**
 * A limit. Without `cents` there is no limit. `next`: an increase, and the time at which it takes effect (ISO, UTC).
 */
export type Limit = { cents?: Cents; next?: { cents?: Cents; from: string } };

export type LimitRules = { limits?: Partial<Record<LimitName, Limit>> | undefined };

/**
 * Delay of an increase. It is also the time for which a payee counts as new, from the first transfer to it (seconds).
 */
const daySeconds = 86_400;

/**
 * Returns the limit that applies at the given time, in cents, or undefined if there is none.
 * @param at ISO, UTC
 */
export function limitAt({ limits }: LimitRules, name: LimitName, at: string): Cents | undefined {
  const limit = limits?.[name];
  return limit?.next && limit.next.from <= at ? limit.next.cents : limit?.cents;
}

/**
 * Returns the limit after an operator has set it.
 * @param wanted cents; undefined for no limit
 */
export function setLimit(rules: LimitRules, name: LimitName, wanted: Cents | undefined, now: Date): Limit {
  const current = limitAt(rules, name, now.toISOString());
  const isRaise = current !== undefined && (wanted === undefined || wanted > current);
  if (!isRaise) return limitOf(wanted);
  return { cents: current, next: { ...limitOf(wanted), from: addSeconds(now, daySeconds) } };
}

/** Returns a limit that takes effect at once. */
export const limitOf = (wanted: Cents | undefined): Limit => (wanted === undefined ? {} : { cents: wanted });

/** An amount to count, and the sort key of its counter among the account's rows. */
export type Counted = { sk: string; cents: number };

/** A counter for one transfer, with its limit. It counts a day, a night, or a payee while the payee is new. */
export type Count = Counted & { name: Exclude<LimitName, 'per_transfer'>; limitCents: Cents };

/**
 * Returns the counters of a transfer, for the limits in force.
 * @param payee in the form of `payeeId`
 * @param at time of the transfer's hold (ISO, UTC)
 */
export function countsOf(rules: LimitRules, cents: Cents, payee: string, at: string): Count[] {
  const places = { per_day: dayOf(at), per_night: nightOf(at), new_payee: `PAYEE#${payee}` } as const;
  return (Object.keys(places) as (keyof typeof places)[]).flatMap((name) => {
    const [sk, limitCents] = [places[name], limitAt(rules, name, at)];
    return sk === undefined || limitCents === undefined ? [] : [{ name, sk, limitCents, cents }];
  });
}

/** Returns whether a sort key belongs to the counter of a payee. */
export const isOfPayee = (sk: string) => sk.startsWith('PAYEE#');

const dayOf = (at: string) => `SPENT#DAY#${saoPauloDay(at)}`;

/**
 * Returns the sort key of the night of an instant, or undefined by day. A night lasts from 20:00 to 06:00, and has the
 * date on which it begins.
 */
function nightOf(at: string): string | undefined {
  if (isByDay(at)) return undefined;
  const [day, hour] = [saoPauloDay(at), Number(toLocalTime(at).slice(11, 13))];
  return `SPENT#NIGHT#${hour >= 20 ? day : addDays(day, -1)}`;
}

/**
 * Returns the end of the day or the night that a counter counts at an instant (ISO, UTC).
 * @param name for a payee there is no end
 */
export function endOf(name: Count['name'], at: string): string {
  const [day, hour] = [saoPauloDay(at), Number(toLocalTime(at).slice(11, 13))];
  const next = addDays(day, 1);
  if (name === 'per_day') return parseInstant(next) as string;
  return parseInstant(`${hour >= 20 ? next : day}T06:00`) as string;
}

/** Adds up the counts of several transfers of an account, by counter. */
export function sumCounts<One extends Counted>(counts: readonly One[]): One[] {
  return [...Map.groupBy(counts, ({ sk }) => sk).values()].map((same) => ({
    ...(same[0] as One),
    cents: same.reduce((sum, one) => sum + one.cents, 0),
  }));
}

/** Returns the time 24 hours before `at` (ISO, UTC). A payee whose first payment was after that time is still new. */
export const newSince = (at: string) => addSeconds(new Date(at), -daySeconds);

/** The row of a counter: its amount, and the time at which it began to count (ISO, UTC). */
type CountRow = { cents: number; since: string };

/**
 * Returns the cents that are left in a limit, from the row of its counter; infinite for a payee that is no longer new.
 */
export function roomOf({ name, limitCents }: Count, row: object | undefined, at: string): number {
  const { cents = 0, since = at } = (row ?? {}) as Partial<CountRow>;
  if (name === 'new_payee' && since <= newSince(at)) return Number.POSITIVE_INFINITY;
  return limitCents - cents;
}
