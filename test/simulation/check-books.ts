// Checks reconcile-psp by comparing the PSP's account with the entries of our statements, with rules that do not use
// the service's code. A movement on only one side must be recorded as a difference, once. Nothing else may be recorded.

import type { Account } from '../../lib/account/account.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Incident } from '../../lib/incident/incident-store.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import type { DayRow, StoredDifference } from '../../lib/reconciliation/book-store.ts';
import { groupBy, hasIncident, isForPerson, rowsOf } from './case.ts';
import type { Dump } from './engine.ts';
import { dayBounds, dayOf, type PspAccount, signedCents } from './psp-account.ts';
import type { World } from './world.ts';

/** The effect of each type of entry on the account at the PSP. Money that leaves is negative. */
const signs: Partial<Record<Entry['type'], 1 | -1>> = {
  PIX_CASHOUT: -1,
  PIX_CASHOUT_REFUND: 1,
  PIX_CASHIN: 1,
  PIX_CHARGEBACK: -1,
  PIX_CHARGEBACK_REFUND: 1,
};

const movementsOf = ({ pspAccounts }: World) => pspAccounts.flatMap((account) => account.movements());
const isPutBack = ({ pspAccounts }: World, id: string) =>
  pspAccounts.some((account) => account.isPutBack(id));

/** A movement that differs between the two sides. Amounts are in cents with a sign. */
type Apart = { id: string; ours: number[]; theirs: number[] };

/**
 * Compares both sides by the network's id. An amount that is on both sides, or twice with opposite signs on one side,
 * is settled.
 */
function compare(world: World): Apart[] {
  const ours = new Map<string, number[]>();
  const theirs = new Map<string, number[]>();
  const add = (side: Map<string, number[]>, id: string, cents: number) => {
    const all = side.get(id) ?? [];
    // These are both legs of one movement: the money stayed in this institution, or was taken back.
    const opposite = all.indexOf(-cents);
    side.set(id, opposite < 0 ? [...all, cents] : all.toSpliced(opposite, 1));
  };
  for (const entries of world.mirror.entries.values())
    for (const { type, identification = '', amountCents } of entries.values())
      if (signs[type]) add(ours, identification, (signs[type] ?? 0) * amountCents);
  for (const one of movementsOf(world)) add(theirs, one.id, signedCents(one));
  return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((id) => {
    const [here, there] = [[...(ours.get(id) ?? [])], [...(theirs.get(id) ?? [])]];
    for (const cents of [...here]) {
      if (!there.includes(cents)) continue;
      there.splice(there.indexOf(cents), 1);
      here.splice(here.indexOf(cents), 1);
    }
    return here.length + there.length > 0 ? { id, ours: here, theirs: there } : [];
  });
}

/**
 * Returns whether the PSP has a movement about which an incident has already informed a person here. The return of such
 * a payment counts too.
 */
function waits(world: World, stored: Dump, { id, ours }: Apart): boolean {
  if (ours.length > 0) return false;
  if (hasIncident(stored, `payment_received-${id}`) || hasIncident(stored, `return-${id}`)) return true;
  const { kind, endToEndId } = movementsOf(world).find((one) => one.id === id) ?? {};
  return kind === 'return sent' && hasIncident(stored, `payment_received-${endToEndId}`);
}

/** I41: checks that the open differences are exactly those that exist, and that each has one incident. */
export function checkDifferences(world: World, stored: Dump): void {
  const { fail } = world.mirror;
  const expected = new Map(
    compare(world)
      .filter((one) => !waits(world, stored, one))
      .map((one) => [one.id, one]),
  );
  for (const one of expected.values()) checkExplained(world, stored, one);
  const lines = rowsOf<StoredDifference>(stored, 'BooksTable').filter(({ line }) =>
    line.startsWith('difference#'),
  );
  const incidents = rowsOf<Incident>(stored, 'IncidentsTable').filter(
    ({ id, kind }) => kind === 'psp_difference' && !ofDay.test(id),
  );
  const nameOf = ({ place, found, theirs, ours }: StoredDifference) => {
    const { kind, id } = theirs ?? ours ?? { kind: '', id: '' };
    return `${place}: ${found}, ${kind} ${id}:`;
  };
  const open = groupBy(
    lines.filter(({ state }) => state === 'open'),
    ({ theirs, ours }) => (theirs ?? ours)?.id ?? '',
  );
  for (const [id, standing] of open) {
    const names = new Set(standing.map(nameOf));
    if (!expected.has(id)) fail('I41', `a difference that is none: ${[...names]} ${standing[0]?.details}`);
    const own = daysOf(world, id);
    for (const [day, ofDay] of groupBy(standing, ({ day }) => day)) {
      // A movement that was put back may also have had another amount, so it may have two differences.
      const most = isPutBack(world, id) ? 2 : 1;
      if (ofDay.length > most) fail('I41', `${id} stands as ${[...names].join(' and ')}`);
      if (!own.has(day)) fail('I41', `${id} stands on ${day}, and is of ${[...own]}`);
    }
  }
  for (const [id, one] of expected)
    if (!open.has(id)) fail('I41', `${id} is no difference, and is apart: ${JSON.stringify(one)}`);
  const told = groupBy(incidents, ({ details }) => /^[^:]*: [^:]*:/.exec(details)?.[0] ?? '');
  for (const line of lines) {
    const times = told.get(nameOf(line))?.length ?? 0;
    if (times !== 1) fail('I41', `${nameOf(line)} is told ${times} times`);
  }
  const kept = new Set(lines.map(nameOf));
  // A run that died between the incident and the difference has reported something that no longer existed at the next
  // run.
  if (world.comparisons.broken > 0) return;
  for (const name of told.keys()) if (!kept.has(name)) fail('I41', `${name} is told, and stands nowhere`);
}

/**
 * Returns the days on which the PSP took or booked a movement, or we entered it. Around midnight there are two days.
 */
function daysOf(world: World, id: string): Set<string> {
  const { rail, mirror } = world;
  const booked = movementsOf(world).filter((one) => one.id === id);
  const entered = [...mirror.entries.values()].flatMap((all) =>
    [...all.values()].filter(({ identification }) => identification === id),
  );
  const landed = rail.payments.get(id)?.landedAt;
  return new Set([
    ...booked.map(({ at }) => dayOf(at)),
    ...entered.map(({ time }) => dayOf(Date.parse(time))),
    ...(landed === undefined ? [] : [dayOf(landed)]),
  ]);
}

/**
 * Checks that a difference at rest was planted, or waits for a person for a known reason. No other difference may
 * exist.
 */
function checkExplained(world: World, stored: Dump, { id, ours, theirs }: Apart): void {
  const { pspAccounts, mirror } = world;
  const byHand = pspAccounts.flatMap((account) => account.byHand);
  const isPlanted = isPutBack(world, id) || byHand.some((one) => one.id === id);
  const isOtherAmount = ours.length === 1 && theirs.length === 1;
  const cashouts = rowsOf<Cashout>(stored, 'CashoutsTable');
  const reference = movementsOf(world).find((one) => one.id === id)?.reference;
  const open = cashouts.find(
    ({ id: number, status }) => String(number) === reference && status === 'PROCESSING',
  );
  if (
    isPlanted ||
    isOtherAmount ||
    (open && isForPerson(world, (name) => hasIncident(stored, name), open.id))
  )
    return;
  mirror.fail('I41', `${id} is apart, and nobody has planted it: here ${ours}, there ${theirs}`);
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** Matches the id of an incident about a whole day. */
const ofDay = /^psp-[a-z]+-\d{4}-\d\d-\d\d-/;

/**
 * I42: checks that the balance of each day at each PSP is explained except for the drift, and that the PSPs' money is the
 * sum of our accounts, the house's money and the movements that differ.
 */
export function checkBalances(world: World, stored: Dump): void {
  const { mirror, pspAccounts } = world;
  const last = pspAccounts.map((account) => checkDays(world, stored, account));
  const accounts = sum(
    rowsOf<Account & { sk: string }>(stored, 'AccountsTable')
      .filter(({ sk }) => sk === 'BALANCE')
      .map(({ postedCents }) => postedCents),
  );
  const shown = sum(last.map((balance) => balance?.ourClosingCents ?? 0));
  if (shown !== accounts) mirror.fail('I42', `our accounts have ${accounts}, and are shown as ${shown}`);
  const told = rowsOf<Incident>(stored, 'IncidentsTable').flatMap(({ id }) => (ofDay.test(id) ? [id] : []));
  const wanted = pspAccounts.flatMap(({ place, drift }) =>
    drift() ? [`psp-balance-${driftDayOf({ drift })}-${place}`] : [],
  );
  if (String(told.sort()) !== String(wanted.sort()))
    mirror.fail('I42', `days are told as ${told}, not as ${wanted}`);
}

function driftDayOf({ drift }: Pick<PspAccount, 'drift'>): string | undefined {
  const { at } = drift() ?? {};
  return at === undefined ? undefined : dayOf(at);
}

/** Checks the days of one PSP, and returns the last balance. */
function checkDays({ mirror }: World, stored: Dump, account: PspAccount): DayRow['balance'] {
  const { place } = account;
  const fail = (what: string) => mirror.fail('I42', `${place}: ${what}`);
  const rows = rowsOf<DayRow & { line: string }>(stored, 'BooksTable')
    .filter(({ line }) => line === `day#${place}`)
    .sort((one, other) => (one.day < other.day ? -1 : 1));
  const fees = account.fees();
  for (const { day, state, balance, counts } of rows) {
    const { from, to } = dayBounds(day);
    const unexplained = day === driftDayOf(account) ? account.drift()?.cents : 0;
    if (balance?.unexplainedCents !== unexplained)
      fail(`of ${day} ${balance?.unexplainedCents} is not explained, and is ${unexplained}`);
    const should = unexplained || counts.differences > 0 ? 'open' : 'settled';
    if (state !== should) fail(`${day} is ${state}, and should be ${should}`);
    const charged = sum(fees.filter(({ at }) => from <= at && at < to).map(signedCents));
    const shown = sum(
      (balance?.lines ?? []).filter(({ what }) => what.startsWith('fee')).map(({ cents }) => cents),
    );
    if (charged !== shown) fail(`the fees of ${day} are ${charged}, and shown as ${shown}`);
    if (balance?.theirClosingCents !== account.balanceAt(to))
      fail(`${day} closes with ${balance?.theirClosingCents}, not ${account.balanceAt(to)}`);
  }
  const last = rows.at(-1)?.balance;
  if (!last) {
    fail('the last day has no balance');
    return undefined;
  }
  const explained = last.ourClosingCents + last.houseCents + last.underwayCents;
  const left = last.theirClosingCents - explained;
  if (left !== (account.drift()?.cents ?? 0)) fail(`the PSP has ${left} more than is explained at the end`);
  return last;
}
