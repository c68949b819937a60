// Finds a person's data. Some of it is found by index. The rest is found by reading whole tables, a limited range in
// each call.

import type { WithAccounts, WithPixKeys } from '../account/deps.ts';
import { accountIdOf } from '../base/account-ref.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPersons } from './deps.ts';
import { type Holding, readHolding } from './holding.ts';
import { keptUntil, type Matched, masked, matchOf, type Sought } from './person.ts';
import { type Place, places, type Row } from './place.ts';

/** Maximum number of pages of a table that one call reads. A call reads fewer pages if it finds enough before. */
const pagesMax = 10;
const foundMax = 50;
/** Bytes of one read unit for eventually consistent reads. */
const bytesPerUnit = 8_192;

export type Part = { place: Place; after?: string | undefined; reveal: boolean };
export type Match = { holding: Holding; row: Row; matched: Matched };
type Deps = Base & WithAccounts & WithPixKeys & WithPersons;

/**
 * Returns the data that is found by index (keys of our accounts and their holders), and the cost of reading the tables.
 */
export async function findPerson(deps: Deps, { keys }: Sought, reveal: boolean) {
  const known = await Promise.all(keys.map(deps.pixKeys.get));
  const accounts = await deps.accounts.getAll(known.flatMap((row) => row ?? []));
  const holders = accounts.flatMap((row) => {
    if (!row) return [];
    const { branch, number } = row;
    const stored = { ...row, pk: `ACCOUNT#${branch}#${number}`, sk: 'BALANCE' };
    return readHolding('accounts', stored) ?? [];
  });
  const sizes = await Promise.all(places.map(deps.holdings.size));
  const tables = sizes.map(({ place, items, bytes }) => ({
    place,
    rows: items,
    read_units: Math.ceil(bytes / bytesPerUnit),
  }));
  return {
    found: holders.map((holding) => present(holding, 'certain', reveal)),
    tables,
    read_units: tables.reduce((sum, { read_units }) => sum + read_units, 0),
  };
}

/**
 * Reads a range of a table, and returns the rows with the person's data. `next`: start of the next range; null at the
 * end of the table.
 */
export async function scanPerson(deps: Deps, sought: Sought, part: Part) {
  const { matches, ...read } = await readPart(deps, sought, part);
  return { ...read, found: matches.map(({ holding, matched }) => present(holding, matched, part.reveal)) };
}

export async function readPart(deps: Deps, sought: Sought, { place, after }: Omit<Part, 'reveal'>) {
  const matches: Match[] = [];
  let [rows, units, next] = [0, 0, after];
  for (let page = 0; page < pagesMax && matches.length < foundMax; page++) {
    const read = await deps.holdings.scan(place, next);
    rows += read.rows.length;
    units += read.units;
    next = read.next;
    for (const row of read.rows) {
      const holding = readHolding(place, row);
      const matched = holding && matchOf(sought, holding.fields);
      if (matched) matches.push({ holding, row, matched });
    }
    if (next === undefined) break;
  }
  return { matches, rows, read_units: units, next: next ?? null };
}

export function present(
  { place, row, companyId, account, at, fields, cannot }: Holding,
  matched: Matched,
  reveal: boolean,
) {
  const shown = Object.entries(fields).map(([name, value]) => [name, reveal ? value : masked(value)]);
  return {
    place,
    row,
    match: matched,
    company: companyId ?? null,
    account: account ? accountIdOf(account) : null,
    at: at ?? null,
    kept_until: at ? keptUntil(at) : null,
    cannot: cannot ?? null,
    fields: Object.fromEntries(shown) as Record<string, string>,
  };
}
