// A table and its global indexes: rows by partition, sorted by the sort key, and the records of its stream.

import { randomUUID } from 'node:crypto';
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { invalid } from './refusal.ts';
import { type StreamRecord, streamRecord } from './stream.ts';
import { compare, type Item, isEqual, itemSize, type Value } from './values.ts';

const arnOf = (name: string): string => `arn:aws:dynamodb:sa-east-1:000000000000:table/${name}`;
const itemBytesMax = 400 * 1024;

type Keys = { hash: string; range?: string };
type Row = Item;

const keysOf = (schema: CreateTableCommandInput['KeySchema'] = []): Keys => {
  const named = (type: string) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName;
  const range = named('RANGE');
  return { hash: named('HASH') ?? '', ...(range ? { range } : {}) };
};

const textOf = (value: Value): string => JSON.stringify(value);

/** Rows in the order of a key. Rows with the same key of an index are in the order of their own keys. */
export class Sorted {
  readonly keys: Keys;
  readonly #order: readonly string[];
  readonly #partitions = new Map<string, Row[]>();

  constructor(keys: Keys, own: Keys) {
    this.keys = keys;
    this.#order = [keys.range, own.hash, own.range].flatMap((name) => (name ? [name] : []));
  }

  /** Whether the row is in this index: it has the key's attributes. */
  #has(row: Row): boolean {
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

  /** Puts `after` in the place of `before`. Either may be absent. */
  replace(before: Row | undefined, after: Row | undefined): void {
    if (before && this.#has(before)) this.#remove(before);
    if (after && this.#has(after)) this.#insert(after);
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

  /** Every row, in the order of a scan. */
  all(): readonly Row[] {
    return [...this.#partitions.keys()].sort().flatMap((text) => this.#partitions.get(text) as Row[]);
  }

  /** Where a scan is that has returned the row with this key. */
  isAfter(row: Row, key: Row): boolean {
    const [text, last] = [textOf(row[this.keys.hash] as Value), textOf(key[this.keys.hash] as Value)];
    return text === last ? this.compare(row, key) > 0 : text > last;
  }
}

/** The first place where `isThere` is true, if it is true from some place on. */
export function firstAt<Row>(rows: readonly Row[], isThere: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isThere(rows[middle] as Row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** An index: what it stores of a row, which has the row's own key besides. */
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

  /** The write units that a change of a row costs here. */
  unitsOf(before: Row | undefined, after: Row | undefined): number {
    const has = (row: Row | undefined) =>
      row && [this.keys.hash, this.keys.range].every((name) => !name || row[name])
        ? this.project(row)
        : undefined;
    const [old, now] = [has(before), has(after)];
    if (!old && !now) return 0;
    if (!old || !now) return writeUnits(itemSize((old ?? now) as Row));
    if (this.compare(old, now) !== 0 || !isEqual(old[this.keys.hash] as Value, now[this.keys.hash] as Value))
      return writeUnits(itemSize(old)) + writeUnits(itemSize(now));
    return isEqual({ M: old }, { M: now }) ? 0 : writeUnits(Math.max(itemSize(old), itemSize(now)));
  }
}

export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

export class Table {
  readonly name: string;
  readonly keys: Keys;
  readonly rows: Sorted;
  readonly indexes: ReadonlyMap<string, Index>;
  readonly records: StreamRecord[] = [];
  readonly #input: CreateTableCommandInput;
  readonly #created = Date.now();
  readonly #id = randomUUID();

  constructor(input: CreateTableCommandInput) {
    this.name = input.TableName as string;
    this.keys = keysOf(input.KeySchema);
    this.rows = new Sorted(this.keys, this.keys);
    const indexes = input.GlobalSecondaryIndexes ?? [];
    this.indexes = new Map(indexes.map((one) => [one.IndexName as string, new Index(one, this.keys)]));
    this.#input = input;
  }

  describe() {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, StreamSpecification } = this.#input;
    const stream = StreamSpecification?.StreamEnabled
      ? { StreamSpecification, LatestStreamArn: `${arnOf(this.name)}/stream/1`, LatestStreamLabel: '1' }
      : {};
    return {
      TableName: this.name,
      TableId: this.#id,
      TableArn: arnOf(this.name),
      TableStatus: 'ACTIVE',
      CreationDateTime: this.#created / 1000,
      AttributeDefinitions,
      KeySchema,
      ...(GlobalSecondaryIndexes
        ? { GlobalSecondaryIndexes: GlobalSecondaryIndexes.map((one) => ({ ...one, IndexStatus: 'ACTIVE' })) }
        : {}),
      ...stream,
    };
  }

  /** Refuses a key that has not exactly the attributes of the schema, with their types. */
  checkKey(key: Row): void {
    const names = Object.values(this.keys);
    if (Object.keys(key).length !== names.length || names.some((name) => !Object.hasOwn(key, name)))
      throw invalid('The provided key element does not match the schema');
    for (const name of names)
      this.#checkType(name, key[name] as Value, 'The provided key element does not match the schema');
    this.#refuseEmpty(key);
  }

  #refuseEmpty(row: Row): void {
    for (const name of Object.values(this.keys))
      if (row[name]?.S === '' || row[name]?.B === '')
        throw invalid(
          `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: ${name}`,
        );
  }

  #checkType(name: string, value: Value, otherwise: string): void {
    const type = this.#input.AttributeDefinitions?.find(
      ({ AttributeName }) => AttributeName === name,
    )?.AttributeType;
    if (type && value[type] === undefined) throw invalid(otherwise);
  }

  /** Refuses a row that lacks its key, is too large, or has a key of an index that is empty or of another type. */
  checkRow(row: Row): void {
    for (const name of Object.values(this.keys)) {
      if (!Object.hasOwn(row, name))
        throw invalid(`One or more parameter values were invalid: Missing the key ${name} in the item`);
      this.#checkType(
        name,
        row[name] as Value,
        `One or more parameter values were invalid: Type mismatch for key ${name}`,
      );
    }
    this.#refuseEmpty(row);
    for (const [index, { keys }] of this.indexes)
      for (const name of Object.values(keys)) {
        const value = row[name];
        if (!value) continue;
        this.#checkType(
          name,
          value,
          `One or more parameter values were invalid: Type mismatch for Index Key ${name} IndexName: ${index}`,
        );
        if (value.S === '')
          throw invalid(
            `One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${index}, IndexKey: ${name}`,
          );
      }
    if (itemSize(row) > itemBytesMax) throw invalid('Item size has exceeded the maximum allowed size');
  }

  keyOf(row: Row): Row {
    const key: Record<string, Value> = {};
    for (const name of Object.values(this.keys)) key[name] = row[name] as Value;
    return key;
  }

  /**
   * Stores `after` in the place of `before`. Either may be absent.
   * @returns the write units of the table and of its indexes. In a transaction, those of the table count twice.
   */
  write(before: Row | undefined, after: Row | undefined): { own: number; indexes: number } {
    const own = writeUnits(Math.max(before ? itemSize(before) : 0, after ? itemSize(after) : 0));
    let indexes = 0;
    this.rows.replace(before, after);
    for (const index of this.indexes.values()) {
      indexes += index.unitsOf(before, after);
      index.replace(before, after);
    }
    const isSame = before && after ? isEqual({ M: before }, { M: after }) : before === after;
    if (!isSame && this.#input.StreamSpecification?.StreamEnabled)
      this.records.push(streamRecord(this.keyOf((after ?? before) as Row), before, after));
    return { own, indexes };
  }
}
