// Rows of one type: a store declares their table and keys once, and reads and writes them by the row's own names. What
// does not fit stays a call of its own (table.ts).

import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Config } from './config.ts';
import { change } from './expression.ts';
import { conditionFailed, type Door, type Key, putIfAbsent, queryUpTo, withoutConflict } from './table.ts';

/** Where rows stand: in a table, or in an index of it, which has rows of a type of its own. */
type Place<Partition, Sort> = {
  table: Extract<keyof Config, `${string}_TABLE`>;
  index?: string;
  partition: Partition & string;
  sort?: Sort & string;
};

/** Made if what was `seen` is still as it was read. */
type RowChange<Row> = { set: Partial<Row>; remove?: (keyof Row & string)[]; seen: Partial<Row> };
/** The row as it now is; if the change was not made, as it stands. */
type Updated<Row> = { done: true; row: Row } | { done: false; row: Row | undefined };

type Range<Value> = { below: Value } | { upTo: Value } | { between: readonly [Value, Value] };
type Part<Row> = {
  limit?: number;
  newestFirst?: boolean;
  /** Only rows with this attribute. The others are read, and paid, too. */
  having?: keyof Row & string;
  /** Half the price: what was written a moment ago may be missing. An index always lags. */
  mayLag?: boolean;
  /** Asked before each further call. */
  hasTime?: () => boolean;
};

export function rowsOf<Row extends object, Partition extends keyof Row, Sort extends keyof Row = never>(
  door: Door,
  { table, index, partition, sort }: Place<Partition, Sort>,
) {
  type RowKey = Pick<Row, Partition | Sort>;
  type Where = Pick<Row, Partition> & { [Name in Sort]?: Range<Row[Name]> };
  const TableName = door.config[table] ?? '';

  /** The key alone, of a row too. */
  const keyOf = (row: RowKey) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => name === partition || name === sort),
    ) as unknown as Key;

  return {
    async get(key: RowKey): Promise<Row | undefined> {
      const get = new GetCommand({ TableName, Key: keyOf(key), ConsistentRead: true });
      return (await door.client.send(get)).Item as Row | undefined;
    },

    /** Unless its key is taken; whether it was written. */
    insert: (row: Row): Promise<boolean> => putIfAbsent(door, TableName, row, partition),

    async update(key: RowKey, { set, remove = [], seen }: RowChange<Row>): Promise<Updated<Row>> {
      const conditions = Object.keys(seen).map((name) => `#${name} = :${name}`);
      const write = new UpdateCommand({
        TableName,
        Key: keyOf(key),
        ReturnValues: 'ALL_NEW',
        ...change({ set, remove, when: conditions.join(' AND '), values: seen }),
      });
      try {
        const { Attributes } = await withoutConflict(door, () => door.client.send(write));
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
      return (await queryUpTo(door, limit, query, hasTime)) as Row[];
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
