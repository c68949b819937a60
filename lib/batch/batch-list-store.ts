// Reads the lists of accounts' batches. A list contains pointers, each with the id of a batch.

import type { AccountRef } from '../base/account-ref.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import type { Batch } from './batch.ts';
import { batchKey, listKey } from './batch-keys.ts';

type Pointer = { id: string };

export function makeBatchLists(db: Database) {
  const rows = keyedRowsOf<Batch>(db, 'BATCHES_TABLE');
  const pointers = keyedRowsOf<Pointer>(db, 'BATCHES_TABLE');

  async function getNamed(found: readonly Pointer[]): Promise<Batch[]> {
    // If a key was used again after the row of its batch was deleted, two pointers name the same batch.
    const ids = [...new Set(found.map(({ id }) => id))];
    const all = ids.length > 0 ? await rows.getAll(ids.map(batchKey)) : [];
    return all.filter((row) => row !== undefined);
  }

  return {
    /** Lists the account's batches, newest first. `before`: the last batch of the previous page. */
    async list(
      account: AccountRef,
      limit: number,
      before?: Pick<Batch, 'createdAt' | 'id'>,
    ): Promise<Batch[]> {
      const { pk, sk } = listKey({ account, createdAt: '~', id: '', ...before });
      const found = await pointers.query({ pk, sk: { below: sk } }, { limit, newestFirst: true });
      return getNamed(found);
    },

    /**
     * Lists the newest batches of several accounts, created since a time (ISO, UTC).
     * @returns `isWhole`: whether the list contains all of them
     */
    async listSince(accounts: readonly AccountRef[], since: string, most: number) {
      const found = await Promise.all(
        accounts.map((account) => {
          const { pk, sk } = listKey({ account, createdAt: since, id: '' });
          return pointers.query({ pk, sk: { above: sk } }, { limit: most + 1, newestFirst: true });
        }),
      );
      const newest = found.flat().toSorted((one, other) => (one.sk < other.sk ? 1 : -1));
      return { rows: await getNamed(newest.slice(0, most)), isWhole: newest.length <= most };
    },
  };
}
