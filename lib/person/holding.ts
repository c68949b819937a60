// Finds the personal data in a row, and makes the row without it. Pure: no calls.

import { type AccountRef, accountOfKey } from '../base/account-ref.ts';
import { blankWord } from '../base/blank-word.ts';
import type { Fields } from './person.ts';
import type { Place, Row, Trail } from './place.ts';
import { readers, text } from './row-readers.ts';

export type Holding = {
  place: Place;
  /** The kind of the row, and the row's id. */
  row: string;
  companyId?: string;
  account?: AccountRef;
  /** Time at which the row's retention period begins (ISO, UTC); absent if the row need not be kept. */
  at?: string;
  fields: Fields;
  /** Why the row cannot be blanked. */
  cannot?: string;
  /** Attributes that decide whether the row can be blanked. A write succeeds only if they have not changed. */
  guards: readonly string[];
  trails: readonly Trail[];
};

/** Returns the personal data in the row, or undefined if there is none. */
export function readHolding(place: Place, row: Row): Holding | undefined {
  const found = readers[place](row);
  if (!found) return undefined;
  const { paths, trails = [], at, cannot, ...rest } = found;
  const values = paths.map((path) => [path, text(valueAt(row, path))] as const);
  const fields = Object.fromEntries(values.filter(([, value]) => value && value !== blankWord)) as Fields;
  if (Object.keys(fields).length === 0) return undefined;
  const account = accountOfRow(row);
  return {
    place,
    ...rest,
    fields,
    trails,
    ...(at ? { at } : {}),
    ...(cannot ? { cannot } : {}),
    ...(account ? { account } : {}),
    ...(text(row.companyId) ? { companyId: text(row.companyId) as string } : {}),
  };
}

/** Returns the attributes of a row that change when these fields are blanked. */
export function blanked(row: Row, fields: Fields): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const path of Object.keys(fields)) {
    const [first = '', ...inner] = path.split('.');
    changed[first] = withBlank(changed[first] ?? row[first], inner);
  }
  return changed;
}

function withBlank(value: unknown, [first, ...inner]: readonly string[]): unknown {
  if (first === undefined) return blankWord;
  return { ...(value as Row), [first]: withBlank((value as Row)[first], inner) };
}

function valueAt(row: Row, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Row | undefined)?.[name] ?? undefined, row);
}

function accountOfRow(row: Row): AccountRef | undefined {
  const pk = text(row.pk) ?? '';
  if (pk.startsWith('ACCOUNT#')) return accountOfKey(pk.slice('ACCOUNT#'.length));
  if (typeof row.branch === 'string' && typeof row.number === 'string')
    return { branch: row.branch, number: row.number };
  const inner = (row.account ?? (row.payment as Row | undefined)?.account) as AccountRef | undefined;
  return inner && { branch: inner.branch, number: inner.number };
}
