// Stores exports, the number of exports that an account requests in a day, and the account's lease, because only one
// export of an account is made at a time.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { change } from '../platform/expression.ts';
import { type Lease, makeLeases } from '../platform/leases.ts';
import { shardOf } from '../platform/open-work.ts';
import { keyedRowsOf, type RowChange } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import type { Export, WrittenFile } from './export.ts';

/**
 * Duration of the lease in milliseconds. A lease lasts longer than the time between two renewals, and than any call.
 */
const leaseMs = 90_000;

const prefix = 'EXPORT#';
const keyOf = (account: AccountRef, id: string) => ({ pk: accountKey(account), sk: `${prefix}${id}` });
const leaseKey = (account: AccountRef) => ({ pk: accountKey(account), sk: 'LEASE' });

export type Exports = ReturnType<typeof makeExports>;

export function makeExports(db: Database) {
  const rows = keyedRowsOf<Export>(db, 'EXPORTS_TABLE');
  const table = db.config.EXPORTS_TABLE;
  const leases = makeLeases(db, { leaseMs, table });

  async function move({ account, id }: Export, changes: RowChange<Export>): Promise<Export | undefined> {
    const moved = await rows.updateAndGet(
      keyOf(account, id),
      changes as Parameters<typeof rows.updateAndGet>[1],
    );
    return moved.done ? moved.row : undefined;
  }

  const get = (account: AccountRef, id: string): Promise<Export | undefined> => rows.get(keyOf(account, id));

  return {
    get,

    /** Lists all exports of an account that have not expired. They are few, because of the daily limit. */
    list: (account: AccountRef): Promise<Export[]> =>
      rows.query({ pk: accountKey(account), sk: { startsWith: prefix } }),

    /**
     * Inserts an export.
     * @returns the row that already has the key of the export, if there is one
     */
    insertOrGet: (row: Export, dueAt: string): Promise<Export | undefined> => {
      const shard = shardOf('export', Number.parseInt(row.id.slice(0, 8), 16));
      return rows.insertOrGet({ ...row, shard, dueAt, ...keyOf(row.account, row.id) });
    },

    /** Starts a failed export again. */
    restart: (failed: Export, dueAt: string) =>
      move(failed, {
        set: {
          status: 'PROCESSING',
          resumes: 0,
          dueAt,
          shard: shardOf('export', Number.parseInt(failed.id.slice(0, 8), 16)),
        },
        remove: ['failure'],
        seen: { status: 'ERROR' },
      }),

    /**
     * Counts one more export for the day.
     * @returns false at the limit; then nothing is counted
     */
    async countFor(account: AccountRef, day: string, most: number, expiresAt: number): Promise<boolean> {
      const key = { pk: accountKey(account), sk: `DAY#${day}` };
      const counted = change({
        set: { expiresAt },
        count: { asked: 1 },
        when: 'attribute_not_exists(#asked) OR #asked < :most',
        values: { most },
      });
      return (await updateRow(db, table, key, counted)).done;
    },

    end: (made: Export, file: WrittenFile) =>
      move(made, {
        set: { status: 'SUCCESS', file },
        remove: ['shard', 'dueAt'],
        seen: { status: 'PROCESSING' },
      }),

    fail: (made: Export, failure: string) =>
      move(made, {
        set: { status: 'ERROR', failure },
        remove: ['shard', 'dueAt'],
        seen: { status: 'PROCESSING' },
      }),

    /**
     * Takes the lease of the account.
     * @returns undefined while another export of the account is being made
     */
    lease: (account: AccountRef): Promise<Lease | undefined> => leases.take(leaseKey(account)),
    keep: leases.keep,
    release: leases.give,

    resume: (read: Export, dueAt: string) =>
      move(read, { set: { dueAt }, add: { resumes: 1 }, seen: { dueAt: read.dueAt } }),

    /** Lists the keys of due exports in one shard. */
    listDue: (listing: Listing): Promise<({ of: AccountRef; id: string } & DueKey)[]> =>
      listDue(db, table, listing, ({ account, sk }) => ({
        of: account as AccountRef,
        id: String(sk).slice(prefix.length),
      })),
  };
}
