// A table with its rows, its global indexes and the records of its stream.

import { randomUUID } from 'node:crypto';
import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { invalid } from './refusal.ts';
import { Index, type Keys, keysOf, type Row, Sorted, writeUnits } from './sorted-rows.ts';
import { type StreamRecord, streamRecord } from './stream.ts';
import { isEqual, itemSize, type Value } from './values.ts';

const arnOf = (name: string): string => `arn:aws:dynamodb:sa-east-1:000000000000:table/${name}`;
const itemBytesMax = 400 * 1024;

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

  /** Refuses a key unless it has exactly the attributes of the table's key, with the right types. */
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

  /** Refuses a row without its key, a row that is too large, and a row whose index key is empty or has a wrong type. */
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
   * Replaces the row `before` by `after`. Either may be absent.
   * @returns the write units of the table and of its indexes. In a transaction, the units of the table count twice.
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
