// Reads one page of rows in time order, in one query whose cost is proportional to the result.

import type { Direction } from '../base/page.ts';
import { type Database, queryUpTo, type Row } from './table.ts';

/** The rows of one partition, in the order of `positionName`, which starts with their time. */
export type PageOf = {
  table: string;
  /** The name of an index, which lags behind its table for a moment. */
  index?: string;
  partitionName: string;
  partition: string;
  positionName: string;
};

/** `cursor`: position of the last row of the previous page. `withOwn`: that row is included. */
export type PageRange = {
  start: string;
  end: string;
  limit: number;
  direction: Direction;
  cursor?: string | undefined;
  withOwn?: boolean;
};

/**
 * Rows with start <= time <= end, at most `limit`, on one side of the cursor: newest first for `next`, oldest first
 * for `previous`.
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
  // BETWEEN includes the cursor's own row. If it is not wanted, one more row is read and it is dropped below.
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
