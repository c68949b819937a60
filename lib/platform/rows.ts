// Rows of one type. A store declares their table, keys and indexes once, and reads and writes them by the names of the
// row's own fields. Other calls stay as they are (table.ts).

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Config } from './config.ts';
import { change } from './expression.ts';
import {
  conditionFailed,
  type Database,
  type Key,
  putIfAbsent,
  queryUpTo,
  withoutConflict,
} from './table.ts';

/** Where the rows are: in a table, or in an index of it, whose rows have a type of their own. */
type Place<Partition, Sort> = {
  table: Extract<keyof Config, `${string}_TABLE`>;
  index?: string;
  partition: Partition & string;
  sort?: Sort & string;
};

/** A change on the condition that the `seen` fields still have the values that were read. */
type RowChange<Row> = { set: Partial<Row>; remove?: (keyof Row & string)[]; seen: Partial<Row> };
/** `done`: the row after the change. Otherwise the row that broke the condition. */
type Updated<Row> = { done: true; row: Row } | { done: false; row: Row | undefined };

type Range<Value> = { below: Value } | { upTo: Value } | { between: readonly [Value, Value] };
type Part<Row> = {
  limit?: number;
  newestFirst?: boolean;
  /** Only rows with this attribute. The others are read and paid for as well. */
  having?: keyof Row & string;
  /** An eventually consistent read, at half the price. An index is always read so. */
  mayLag?: boolean;
  /** Asked before each further call. */
  hasTime?: () => boolean;
};

export function rowsOf<Row extends object, Partition extends keyof Row, Sort extends keyof Row = never>(
  db: Database,
  { table, index, partition, sort }: Place<Partition, Sort>,
) {
  type RowKey = Pick<Row, Partition | Sort>;
  type Where = Pick<Row, Partition> & { [Name in Sort]?: Range<Row[Name]> };
  const TableName = db.config[table] ?? '';

  /** The key, also of a whole row. */
  const keyOf = (row: RowKey) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => name === partition || name === sort),
    ) as unknown as Key;

  return {
    async get(key: RowKey): Promise<Row | undefined> {
      const get = new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true });
      return (await db.client.send(get)).Item as Row | undefined;
    },

    /** Writes the row unless its key is taken. @returns whether it was written */
    insert: (row: Row): Promise<boolean> => putIfAbsent(db, TableName, row, partition),

    async update(key: RowKey, { set, remove = [], seen }: RowChange<Row>): Promise<Updated<Row>> {
      const conditions = Object.keys(seen).map((name) => `#${name} = :${name}`);
      const write = new UpdateCommand({
        TableName,
        Key: keyOf(key),
        ReturnValues: 'ALL_NEW',
        ...change({ set, remove, when: conditions.join(' AND '), values: seen }),
      });
      try {
        const { Attributes } = await withoutConflict(db, () => db.client.send(write));
        return { done: true, row: Attributes as Row };
      } catch (error) {
        const failed = conditionFailed(error);
        if (!failed) throw error;
        return { done: false, row: failed.row as Row | undefined };
      }
    },

    /** Rows of one partition in the order of their sort key, in as many calls as it takes. */
    async query(where: Where, part: Part<Row> = {}): Promise<Row[]> {
      const { limit = Number.POSITIVE_INFINITY, newestFirst = false, having, hasTime } = part;
      const range = sort && (where as Partial<Record<string, Range<unknown>>>)[sort];
      const [condition, bounds] = range ? within(range) : ['', {}];
      const query = {
        TableName,
        IndexName: index,
        KeyConditionExpression: `#partition = :partition${condition}`,
        FilterExpression: having && 'attribute_exists(#having)',
        ExpressionAttributeNames: {
          '#partition': partition,
          ...(range ? { '#sort': sort } : {}),
          ...(having ? { '#having': having } : {}),
        },
        ExpressionAttributeValues: { ':partition': where[partition], ...bounds },
        ScanIndexForward: !newestFirst,
        ConsistentRead: index === undefined && !part.mayLag,
      };
      return (await queryUpTo(db, limit, query, hasTime)) as Row[];
    },
  };
}

/** The condition on the sort key, and its values. */
function within(range: Range<unknown>): [string, Record<string, unknown>] {
  if ('below' in range) return [' AND #sort < :below', { ':below': range.below }];
  if ('upTo' in range) return [' AND #sort <= :upTo', { ':upTo': range.upTo }];
  const [from, to] = range.between;
  return [' AND #sort BETWEEN :from AND :to', { ':from': from, ':to': to }];
}
