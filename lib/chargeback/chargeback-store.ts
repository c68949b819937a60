// Stores chargebacks: reads, and writes that move no money. A pointer item leads from the network's id of a refund to
// the chargeback's row. The steps that move money are in chargeback-ledger-store.ts.

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
   * Makes one conditional update.
   * @returns the row after the update; undefined if the row was changed in the meantime
   */
  async function move(read: Chargeback, changes: RowChange<Chargeback>): Promise<Chargeback | undefined> {
    const moved = await rows.updateAndGet(chargebackKey(read.id), changes);
    return moved.done ? moved.row : undefined;
  }

  return {
    get,

    async findByReturnId(returnId: string): Promise<Chargeback | undefined> {
      const pointer = await pointers.get(returnKey(returnId));
      // No chargeback has the id 0. This read makes a missing chargeback cost as many reads as a chargeback of another
      // company, so a caller cannot tell them apart.
      return get(pointer?.id ?? 0);
    },

    /** Reserves the next look-up at the network. Only one of several workers succeeds. */
    claimPoll: (read: Chargeback, nextPollAt: string, dueAt: string) =>
      move(read, {
        set: { nextPollAt, dueAt },
        add: { polls: 1 },
        seen: { status: 'PENDING', ask: read.ask, polls: read.polls },
      }),

    /** Stores that a caller has seen the chargeback as PENDING. */
    show: (read: Chargeback) =>
      move(read, { set: { shown: true }, seen: { status: 'PENDING', ask: read.ask } }),

    /** Stores that the event of the acceptance was recorded. Changes nothing if the chargeback is no longer PENDING. */
    noteAcceptance: (read: Chargeback) =>
      move(read, { set: { acceptanceTold: true }, seen: { status: 'PENDING', ask: read.ask } }),

    /** Stores that the event of the end was recorded. The row leaves the index of due rows. */
    strikeEvent: (read: Chargeback) =>
      move(read, { set: { owesEvent: false }, remove: ['shard', 'dueAt'], seen: { status: read.status } }),

    resume: (read: Chargeback, dueAt: string) =>
      move(read, { set: { dueAt }, add: { resumes: 1 }, seen: { dueAt: read.dueAt } }),

    /** Reads all chargebacks of these accounts with open work, due now or later. */
    listOpen: (of: readonly AccountRef[]) =>
      readOpenRows(db, table, 'chargeback', 'pk', of) as Promise<Chargeback[]>,

    /** Lists the ids of the due chargebacks of one shard. */
    async listDue(listing: Listing): Promise<({ id: number } & DueKey)[]> {
      return listDue(db, table, listing, ({ pk }) => ({ id: Number(String(pk).split('#')[1]) }));
    },
  };
}
