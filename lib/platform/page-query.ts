// Reads one page of rows in order of time, in one query that costs what it returns.

import type { Direction } from '../base/page.ts';
import { type Database, queryUpTo, type Row } from './table.ts';

/** Which rows: those of one partition, in the order of `positionName`, which starts with their time. */
export type PageOf = {
  table: string;
  /** Of an index, which lags a moment behind its table. */
  index?: string;
  partitionName: string;
  partition: string;
  positionName: string;
};

/** `cursor`: the position of the row that the last page ended with; `withOwn`: that row is read, too. */
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
  // '~' sorts after every digit: all rows of the last millisecond are inside.
  const last = `${range.end}#~`;
  const from = cursor && !isNext && cursor > first ? cursor : first;
  const to = cursor && isNext && cursor < last ? cursor : last;
  if (from > to) return [];
  // BETWEEN includes the cursor's own row: if it is not wanted, one more is read, and it is dropped below.
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
