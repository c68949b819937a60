// Stores rows in the order of a key: the rows of a table, or those of a global index.

import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { compare, type Item, isEqual, itemSize, type Value } from './values.ts';

export type Keys = { hash: string; range?: string };
export type Row = Item;

export const keysOf = (schema: CreateTableCommandInput['KeySchema'] = []): Keys => {
  const named = (type: string) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName;
  const range = named('RANGE');
  return { hash: named('HASH') ?? '', ...(range ? { range } : {}) };
};

const textOf = (value: Value): string => JSON.stringify(value);

/** Rows in the order of a key. In an index, rows with the same index key are in the order of their table keys. */
export class Sorted {
  readonly keys: Keys;
  readonly #order: readonly string[];
  readonly #partitions = new Map<string, Row[]>();

  constructor(keys: Keys, own: Keys) {
    this.keys = keys;
    this.#order = [keys.range, own.hash, own.range].flatMap((name) => (name ? [name] : []));
  }

  /** Returns whether the row is in this index, which means that it has the attributes of the index's key. */
  protected has(row: Row): boolean {
    return row[this.keys.hash] !== undefined && (!this.keys.range || row[this.keys.range] !== undefined);
  }

  compare = (one: Row, other: Row): number => {
    for (const name of this.#order) {
      const [left, right] = [one[name], other[name]];
      const order = left && right ? compare(left, right) : 0;
      if (order) return order;
    }
    return 0;
  };

  partition(hash: Value): readonly Row[] {
    return this.#partitions.get(textOf(hash)) ?? [];
  }

  get(key: Row): Row | undefined {
    const rows = this.partition(key[this.keys.hash] as Value);
    const found = rows[firstAt(rows, (row) => this.compare(row, key) >= 0)];
    return found && this.compare(found, key) === 0 ? found : undefined;
  }

  /** Replaces `before` by `after`. Either may be absent. */
  replace(before: Row | undefined, after: Row | undefined): void {
    if (before && this.has(before)) this.#remove(before);
    if (after && this.has(after)) this.#insert(after);
  }

  #remove(row: Row): void {
    const text = textOf(row[this.keys.hash] as Value);
    const rows = this.#partitions.get(text) ?? [];
    rows.splice(
      firstAt(rows, (one) => this.compare(one, row) >= 0),
      1,
    );
    if (rows.length === 0) this.#partitions.delete(text);
  }

  #insert(row: Row): void {
    const text = textOf(row[this.keys.hash] as Value);
    const rows = this.#partitions.get(text) ?? [];
    rows.splice(
      firstAt(rows, (one) => this.compare(one, row) >= 0),
      0,
      row,
    );
    this.#partitions.set(text, rows);
  }

  /** Returns every row, in the order of a scan. */
  all(): readonly Row[] {
    return [...this.#partitions.keys()].sort().flatMap((text) => this.#partitions.get(text) as Row[]);
  }

  /** Returns whether the row comes after the given key in a scan. */
  isAfter(row: Row, key: Row): boolean {
    const [text, last] = [textOf(row[this.keys.hash] as Value), textOf(key[this.keys.hash] as Value)];
    return text === last ? this.compare(row, key) > 0 : text > last;
  }
}

/** Returns the first position at which `isThere` is true. From that position on, `isThere` must be true everywhere. */
export function firstAt<Row>(rows: readonly Row[], isThere: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(rows[middle] as Row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A global index. It stores the projected attributes of a row, and the row's own key. */
export class Index extends Sorted {
  readonly project: (row: Row) => Row;

  constructor(
    { KeySchema, Projection }: NonNullable<CreateTableCommandInput['GlobalSecondaryIndexes']>[number],
    own: Keys,
  ) {
    const keys = keysOf(KeySchema);
    super(keys, own);
    const names = [keys.hash, keys.range, own.hash, own.range, ...(Projection?.NonKeyAttributes ?? [])];
    const kept = new Set(names.filter((name) => name !== undefined));
    this.project = (row) =>
      Projection?.ProjectionType === 'ALL'
        ? row
        : Object.fromEntries(Object.entries(row).filter(([name]) => kept.has(name)));
  }

  /** Returns the write units that a change of a row costs in this index. */
  unitsOf(before: Row | undefined, after: Row | undefined): number {
    const [old, now] = [before, after].map((row) => row && (this.has(row) ? this.project(row) : undefined));
    if (!old && !now) return 0;
    if (!old || !now) return writeUnits(itemSize((old ?? now) as Row));
    if (this.compare(old, now) !== 0 || !isEqual(old[this.keys.hash] as Value, now[this.keys.hash] as Value))
      return writeUnits(itemSize(old)) + writeUnits(itemSize(now));
    return isEqual({ M: old }, { M: now }) ? 0 : writeUnits(Math.max(itemSize(old), itemSize(now)));
  }
}

export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));
