// Combines reads of single rows that the messages of one batch request at the same moment. One call reads all rows,
// each row once.

import { gather } from './gather.ts';
import { readAll } from './open-rows.ts';
import type { Database, Row, Wanted } from './table.ts';

/** Reads rows in the given order. All callers must request the same attributes of a table. */
export type ReadTogether = (wanted: readonly Wanted[]) => Promise<(Row | undefined)[]>;

export function makeReadTogether(db: Database): ReadTogether {
  const read = gather(
    (wanted: readonly Wanted[]) => readAll(db, wanted),
    ({ table, key }) => `${table} ${JSON.stringify(key)}`,
  );
  return (wanted) => Promise.all(wanted.map(read));
}
