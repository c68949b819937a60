// Reads one page of rows in time order. The read is one query, and its cost is proportional to the size of the page.

import type { Direction } from '../base/page.ts';
import { type Database, queryUpTo, type Row } from './table.ts';

/**
 * Selects the rows of one partition, sorted by the attribute `positionName`. The values of that attribute start with
 * the row's time.
 */
export type PageOf = {
  table: string;
  /** Name of an index to read instead of the table. An index may lag behind its table for a moment. */
  index?: string;
  partitionName: string;
  partition: string;
  positionName: string;
};

/**
 * Selects a part of the rows. `cursor`: position of the last row of the previous page. `withOwn`: the row at the cursor
 * is included.
 */
export type PageRange = {
  start: string;
  end: string;
  limit: number;
  direction: Direction;
  cursor?: string | undefined;
  withOwn?: boolean;
};

/**
 * Reads rows with start <= time <= end, at most `limit` rows, on one side of the cursor. `next` reads the newest rows
 * first, `previous` the oldest first.
 */
export async function queryPage(db: Database, of: PageOf, range: PageRange): Promise<Row[]> {
  const { cursor, limit, withOwn } = range;
  const isNext = range.direction === 'next';
  const first = `${range.start}#`;
  // '~' sorts after every digit, so all rows of the last millisecond are included.
  const last = `${range.end}#~`;
  const from = cursor && !isNext && cursor > first ? cursor : first;
  const to = cursor && isNext && cursor < last ? cursor : last;
  if (from > to) return [];
  // BETWEEN includes the cursor's own row. If that row is not wanted, one more row is read and the cursor's row is
  // dropped below.
  const rows = await queryUpTo(db, limit + (cursor && !withOwn ? 1 : 0), {
    TableName: of.table,
    IndexName: of.index,
    KeyConditionExpression: '#partition = :partition AND #position BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#partition': of.partitionName, '#position': of.positionName },
    ExpressionAttributeValues: { ':partition': of.partition, ':from': from, ':to': to },
    ScanIndexForward: !isNext,
    ConsistentRead: of.index === undefined,
  });
  const wanted = withOwn ? rows : rows.filter((row) => row[of.positionName] !== cursor);
  return wanted.slice(0, limit);
}
