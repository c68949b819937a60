// Stores, for each list of each of our accounts at PSPs, up to which time everything that it lists has been stored here.

import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';

export type ListName = 'payments' | 'returned payments' | 'returns of payouts' | 'reports';
type Row = { id: string; readTo: string };

export type ListMarks = ReturnType<typeof makeListMarks>;

export function makeListMarks(db: Database) {
  const rows = rowsOf<Row, 'id'>(db, { table: 'MARKERS_TABLE', partition: 'id' });
  const idOf = (place: string, list: ListName) => ({ id: `psp#${place}#${list}` });
  return {
    /** Returns the time (ISO, UTC), undefined if the list was never read. */
    get: async (place: string, list: ListName): Promise<string | undefined> =>
      (await rows.get(idOf(place, list)))?.readTo,

    /** Moves the mark, unless another run has moved it since it was read. */
    async move(place: string, list: ListName, seen: string | undefined, readTo: string): Promise<void> {
      await rows.update(idOf(place, list), { set: { readTo }, seen: { readTo: seen } });
    },
  };
}
