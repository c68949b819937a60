// Reads and writes rows of one type. A store declares the table and the keys of its rows once; after that it uses the
// names of the row's own fields. Other calls use table.ts directly.

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { invariant } from '../base/errors.ts';
import type { Config } from './config.ts';
import { type Change, change } from './expression.ts';
import { gather } from './gather.ts';
import { readAll } from './open-rows.ts';
import { conditionFailed, type Database, type Key, putIfAbsent, queryUpTo } from './table.ts';
import { updateRow } from './update-row.ts';

type Table = Extract<keyof Config, `${string}_TABLE`>;

/** The location of the rows: the table, and the names of its key fields. */
type Place<Partition, Sort> = {
  table: Table;
  partition: Partition & string;
  sort?: Sort & string;
};

/** A row with its table key (keys.ts). */
type Keyed<Row> = Row & { pk: string; sk: string };

/**
 * A change with a condition: each field in `seen` still has the given value, or is absent if the given value is
 * undefined.
 */
export type RowChange<Row> = {
  set?: Partial<Row>;
  /** Numbers to add to stored numbers; negative numbers to subtract. */
  add?: { [Name in keyof Row]?: Row[Name] & number };
  /** Items to append to stored lists. */
  append?: { [Name in keyof Row]?: Row[Name] & unknown[] };
  remove?: (keyof Row & string)[];
  seen: { [Name in keyof Row]?: Row[Name] | undefined };
};
/** Result of a change. If the change was not made, `row` is the row that failed the condition. */
type Updated<Row, After = undefined> = { done: true; row: After } | { done: false; row: Row | undefined };

type Range<Value> =
  | { above: Value }
  | { below: Value }
  | { startsWith: Value & string }
  | { between: readonly [Value, Value] };
type Part<Row> = {
  limit?: number;
  newestFirst?: boolean;
  /** Returns only rows with this attribute. DynamoDB also reads, and charges for, the other rows. */
  having?: keyof Row & string;
  /** Makes the read eventually consistent, at half the price. */
  mayLag?: boolean;
};

/** Reads and writes rows of a table with composed keys. */
export function keyedRowsOf<Row extends object>(db: Database, table: Table) {
  return rowsOf<Keyed<Row>, 'pk', 'sk'>(db, { table, partition: 'pk', sort: 'sk' });
}

export function rowsOf<Row extends object, Partition extends keyof Row, Sort extends keyof Row = never>(
  db: Database,
  { table, partition, sort }: Place<Partition, Sort>,
) {
  type RowKey = Pick<Row, Partition | Sort>;
  type Where = Pick<Row, Partition> & { [Name in Sort]?: Range<Row[Name]> };

  /**
   * Returns the table's name. The setting is read only when it is needed, because a function has no settings for tables
   * that it does not use.
   */
  function tableName(): string {
    const name = db.config[table];
    invariant(name, `a function that uses ${table} has it`);
    return name;
  }

  const keyNames: readonly (Partition | Sort)[] = sort === undefined ? [partition] : [partition, sort];
  /** Returns the key fields of a key or of a whole row, always in the same order. */
  const keyOf = (row: RowKey) =>
    Object.fromEntries(keyNames.map((name) => [name, row[name]])) as unknown as Key;

  async function get(key: RowKey): Promise<Row | undefined> {
    const get = new GetCommand({ TableName: tableName(), Key: keyOf(key), ConsistentRead: true });
    return (await db.client.send(get)).Item as Row | undefined;
  }

  async function getAll(keys: readonly RowKey[]): Promise<(Row | undefined)[]> {
    const [key] = keys as [RowKey];
    if (keys.length === 1) return [await get(key)];
    const table = tableName();
    return (await readAll(
      db,
      keys.map((one) => ({ table, key: keyOf(one) })),
    )) as (Row | undefined)[];
  }

  return {
    get,

    getAll,

    /** Like `get`, but rows that are requested at the same moment are read in one call. */
    getTogether: gather(getAll, (key: RowKey) => JSON.stringify(keyOf(key))),

    /**
     * Writes the row if no row has its key. Throws an error if the write conflicts with another write.
     * @returns whether the row was written
     */
    insert: (row: Row): Promise<boolean> => putIfAbsent(db, tableName(), row, partition),

    /**
     * Like `insert`, but returns the existing row.
     * @returns the row that already has the key, if any
     */
    async insertOrGet(row: Row): Promise<Row | undefined> {
      const put = new PutCommand({
        TableName: tableName(),
        Item: row,
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': partition },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await db.client.send(put);
        return undefined;
      } catch (error) {
        const failed = conditionFailed(error);
        if (!failed) throw error;
        invariant(failed.row, 'a row that exists is returned');
        return failed.row as Row;
      }
    },

    /** Makes one conditional write. A write that conflicts with a transaction is tried again. */
    update: (key: RowKey, changes: RowChange<Row>) =>
      updateRow(db, tableName(), keyOf(key), expressionOf(changes)) as Promise<Updated<Row>>,

    /** Like `update`, but returns the row after the change. */
    updateAndGet: (key: RowKey, changes: RowChange<Row>) =>
      updateRow(db, tableName(), keyOf(key), expressionOf(changes), 'ALL_NEW') as Promise<Updated<Row, Row>>,

    /** Reads rows of one partition in the order of their sort key, in as many calls as needed. */
    async query(where: Where, part: Part<Row> = {}): Promise<Row[]> {
      const { limit = Number.POSITIVE_INFINITY, newestFirst = false, having } = part;
      const range = sort && (where as Partial<Record<string, Range<unknown>>>)[sort];
      const [condition, bounds] = range ? within(range) : ['', {}];
      const query = {
        TableName: tableName(),
        KeyConditionExpression: `#partition = :partition${condition}`,
        FilterExpression: having && 'attribute_exists(#having)',
        ExpressionAttributeNames: {
          '#partition': partition,
          ...(range ? { '#sort': sort } : {}),
          ...(having ? { '#having': having } : {}),
        },
        ExpressionAttributeValues: { ':partition': where[partition], ...bounds },
        ScanIndexForward: !newestFirst,
        ConsistentRead: !part.mayLag,
      };
      return (await queryUpTo(db, limit, query)) as Row[];
    },
  };
}

function expressionOf<Row>({ seen, ...changes }: RowChange<Row>) {
  const conditions = Object.entries(seen).map(([name, value]) =>
    value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :${name}`,
  );
  const values = Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined));
  const when = conditions.length > 0 ? { when: conditions.join(' AND ') } : {};
  return change({ ...(changes as Partial<Change>), ...when, values });
}

/** Builds the condition on the sort key, and its values. */
function within(range: Range<unknown>): [string, Record<string, unknown>] {
  if ('above' in range) return [' AND #sort > :above', { ':above': range.above }];
  if ('below' in range) return [' AND #sort < :below', { ':below': range.below }];
  if ('startsWith' in range) return [' AND begins_with(#sort, :start)', { ':start': range.startsWith }];
  const [from, to] = range.between;
  return [' AND #sort BETWEEN :from AND :to', { ':from': from, ':to': to }];
}
