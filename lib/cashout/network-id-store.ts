// Remembers which cashout has an end-to-end id that the PSP has assigned. Such an id does not contain the cashout's id,
// so the cashout cannot be found without this row.

import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';

type NetworkId = { id: string; cashoutId: number };

export type NetworkIds = ReturnType<typeof makeNetworkIds>;

export function makeNetworkIds(db: Database) {
  const rows = rowsOf<NetworkId, 'id'>(db, { table: 'MARKERS_TABLE', partition: 'id' });
  const keyOf = (endToEndId: string) => ({ id: `sent#${endToEndId}` });
  return {
    /**
     * Stores the cashout of an end-to-end id. If the id already has a cashout, nothing changes.
     * @returns the cashout that has the id
     */
    async note(endToEndId: string, cashoutId: number): Promise<number> {
      const existing = await rows.insertOrGet({ ...keyOf(endToEndId), cashoutId });
      return existing?.cashoutId ?? cashoutId;
    },

    find: async (endToEndId: string): Promise<number | undefined> =>
      (await rows.get(keyOf(endToEndId)))?.cashoutId,
  };
}
