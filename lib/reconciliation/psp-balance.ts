// Compares the PSP's balance of a day with ours, line by line: movements at the PSP, movements in our books, and the
// reasons for the difference.

import type { LineKind, Statement, StatementLine } from '../network/psp-books.ts';
import { type BorderEntry, centsOf, type Range } from './psp-movements.ts';
import type { Candidate, Pair } from './psp-reconciliation.ts';

/**
 * The result for a candidate. `other day`: both sides have the movement, on different days. `on its way`: the other
 * side may still get the movement. `waits`: the movement waits for a person. `difference`: the movement cannot be
 * explained.
 */
export type Class = 'other day' | 'on its way' | 'waits' | 'difference';

type BalanceLine = { what: string; cents: number; count: number };

/** The balance of a day. All amounts are in cents and may be negative. */
export type DayBalance = {
  theirOpeningCents: number;
  theirClosingCents: number;
  /** Sum of our accounts' movements since the first reconciled day. */
  ourOpeningCents: number;
  ourClosingCents: number;
  /**
   * This institution's own money at the PSP: the money there on the first day, minus fees and opening credits, plus
   * transfers.
   */
  houseCents: number;
  /** Sum of the movements that only one side has: in progress, waiting, or a difference. */
  underwayCents: number;
  /** The reasons why the two balances moved differently on this day. */
  lines: BalanceLine[];
  /** The part of the difference that is not explained: 0 if the books agree. */
  unexplainedCents: number;
};

type Day = {
  statement: Statement;
  pairs: readonly Pair[];
  judged: readonly { candidate: Candidate; class: Class }[];
  entries: readonly BorderEntry[];
  day: Range;
  /** The balance of the day before, if that day was reconciled. */
  before?: DayBalance | undefined;
};

const signs: Record<LineKind, 1 | -1> = {
  sent: -1,
  'sent undone': 1,
  received: 1,
  'return sent': -1,
  'return received': 1,
  fee: -1,
  'fee undone': 1,
  'transfer in': 1,
  'transfer out': -1,
};

const houseKinds: readonly LineKind[] = ['fee', 'fee undone', 'transfer in', 'transfer out'];
const signed = ({ kind, amountCents }: StatementLine) => signs[kind] * amountCents;
const sum = (all: readonly number[]) => all.reduce((total, cents) => total + cents, 0);

/**
 * Computes the balance of a day.
 * @returns undefined if the statement contains no balances
 */
export function balanceDay({ statement, pairs, judged, entries, day, before }: Day): DayBalance | undefined {
  const { openingCents, closingCents, lines } = statement;
  if (openingCents === undefined || closingCents === undefined) return undefined;
  const ofDay = entries.filter(({ time }) => day.from <= time && time <= day.to);
  const ourMove = sum(ofDay.map(entryCents));
  const house = [
    ...byName(
      lines.filter(({ kind }) => houseKinds.includes(kind)),
      ({ kind, word }) => `${kind} (${word})`,
      signed,
    ),
    // If accounts got money without the PSP or paid this institution, the institution's own money at the PSP changes by
    // the opposite amount.
    ...byName(
      ofDay.filter(isHouseEntry),
      ({ type }) => type,
      (entry) => -entryCents(entry),
    ),
  ];
  // A payment that was debited and reversed is in no pair. Its two movements add up to zero.
  const left = new Set(judged.map(({ candidate }) => candidate.ours));
  const apart = [
    ...pairs
      .filter(({ ours }) => !left.has(ours))
      .map((pair) => ({ what: 'other day' as Class, cents: gapOf(pair) })),
    ...judged.map(({ candidate, class: what }) => ({ what, cents: gapOf(candidate) })),
  ];
  const underway = byName(
    apart.filter(({ cents }) => cents !== 0),
    ({ what }) => what,
    ({ cents }) => cents,
  );
  const houseMove = sum(house.map(({ cents }) => cents));
  const underwayMove = sum(underway.map(({ cents }) => cents));
  const ourOpeningCents = before?.ourClosingCents ?? 0;
  return {
    theirOpeningCents: openingCents,
    theirClosingCents: closingCents,
    ourOpeningCents,
    ourClosingCents: ourOpeningCents + ourMove,
    houseCents: (before?.houseCents ?? openingCents) + houseMove,
    underwayCents: (before?.underwayCents ?? 0) + underwayMove,
    lines: [...house, ...underway],
    unexplainedCents:
      closingCents -
      openingCents -
      ourMove -
      houseMove -
      underwayMove +
      (openingCents - (before?.theirClosingCents ?? openingCents)),
  };
}

const entryCents = ({ direction, amountCents }: BorderEntry) =>
  direction === 'CREDIT' ? amountCents : -amountCents;

const isHouseEntry = ({ type }: BorderEntry) => type === 'PIX_CREDIT_IN_ACCOUNT' || type.includes('_TAX');

/** Returns the movement in the statement minus the movement of our entries on this day. */
function gapOf({ ours, theirs }: { ours?: Candidate['ours']; theirs?: Candidate['theirs'] }): number {
  const there = theirs?.isInStatement ? centsOf(theirs) : 0;
  return there - (ours?.isOfDay ? centsOf(ours) : 0);
}

function byName<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  worthOf: (item: Item) => number,
): BalanceLine[] {
  return [...Map.groupBy(items, nameOf)].map(([what, group]) => ({
    what,
    cents: sum(group.map(worthOf)),
    count: group.length,
  }));
}
