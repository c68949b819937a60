// Chargeback rows: reads, and the writes that move no money. A pointer item leads from the network's id of a refund to
// its row. The steps that move money are in chargeback-ledger-store.ts.

import type { AccountRef } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { readOpenRows } from '../platform/open-rows.ts';
import { type RowChange, rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import type { Chargeback } from './chargeback.ts';

export const chargebackKey = (id: number) => ({ pk: `CHARGEBACK#${id}` });
export const returnKey = (returnId: string) => ({ pk: `RETURN#${returnId}` });

export type Chargebacks = ReturnType<typeof makeChargebacks>;

export function makeChargebacks(db: Database) {
  const table = db.config.CHARGEBACKS_TABLE;
  const place = { table: 'CHARGEBACKS_TABLE', partition: 'pk' } as const;
  const rows = rowsOf<Chargeback & { pk: string }, 'pk'>(db, place);
  const pointers = rowsOf<{ pk: string; id: number }, 'pk'>(db, place);

  const get = (id: number): Promise<Chargeback | undefined> => rows.get(chargebackKey(id));

  /**
   * One conditional update.
   * @returns the row after it; undefined if it was changed in the meantime
   */
  async function move(read: Chargeback, changes: RowChange<Chargeback>): Promise<Chargeback | undefined> {
    const moved = await rows.updateAndGet(chargebackKey(read.id), changes);
    return moved.done ? moved.row : undefined;
  }

  return {
    get,

    async findByReturnId(returnId: string): Promise<Chargeback | undefined> {
      const pointer = await pointers.get(returnKey(returnId));
      // No chargeback has the id 0. With this read, a missing one costs as many reads as one of another company.
      return get(pointer?.id ?? 0);
    },

    /** Reserves the next look-up at the network: only one of several workers succeeds. */
    claimPoll: (read: Chargeback, nextPollAt: string, dueAt: string) =>
      move(read, {
        set: { nextPollAt, dueAt },
        add: { polls: 1 },
        seen: { status: 'PENDING', ask: read.ask, polls: read.polls },
      }),

    /** Stores that a caller has seen it as PENDING. */
    show: (read: Chargeback) =>
      move(read, { set: { shown: true }, seen: { status: 'PENDING', ask: read.ask } }),

    /** Stores that the event of its acceptance was recorded, and that of its end was not. */
    noteAcceptance: (read: Chargeback) =>
      move(read, { set: { acceptanceTold: true }, seen: { status: 'PENDING', ask: read.ask } }),

    /** Stores that the event of its end was recorded. The row leaves the due index. */
    strikeEvent: (read: Chargeback) =>
      move(read, { set: { owesEvent: false }, remove: ['shard', 'dueAt'], seen: { status: read.status } }),

    resume: (read: Chargeback, dueAt: string) =>
      move(read, { set: { dueAt }, add: { resumes: 1 }, seen: { dueAt: read.dueAt } }),

    /** All chargebacks of these accounts with open work, due or not. */
    listOpen: (of: readonly AccountRef[]) =>
      readOpenRows(db, table, 'chargeback', 'pk', of) as Promise<Chargeback[]>,

    /** Due ids of one shard. */
    async listDue(listing: Listing): Promise<({ id: number } & DueKey)[]> {
      return listDue(db, table, listing, ({ pk }) => ({ id: Number(String(pk).split('#')[1]) }));
    },
  };
}
