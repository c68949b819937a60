// Stores batches. A batch has one row, a pointer in the account's list, and two items for each hundred lines: the lines
// and, later, their progress. One transaction stores a new batch, so it is stored completely or not at all.

import type { AccountRef } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { change } from '../platform/expression.ts';
import { type Lease, makeLeases } from '../platform/leases.ts';
import { readAll } from '../platform/open-rows.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';
import { type Batch, leaseMs } from './batch.ts';
import { batchKey, dayKey, leaseKey, listKey, pageKey, sameKey } from './batch-keys.ts';
import { makeBatchLists } from './batch-list-store.ts';
import { makeLineCashouts } from './line-cashout-store.ts';
import { inEnded, type Line, packProgress, unpackPage } from './line-pages.ts';

/** A page of lines. `index`: counted from 0. */
export type Page = { index: number; lines: readonly Line[] };

/** The fields that a write changes. The store adds the revision and its condition. */
export type BatchChange = { set?: Partial<Batch>; remove?: (keyof Batch & string)[] };

/**
 * The values for an insert, in addition to the batch. `day`: the day whose counter is increased. `most`: maximum number
 * of batches on that day. `lines`: digest of payees and amounts. `seen`: the earlier batch with the same digest that
 * was read. `isLast`: the batch is stored even if another batch with the same digest was stored after `seen`. `source`:
 * the batch that this one retries, as it was read.
 */
export type Insert = {
  day: string;
  most: number;
  lines: string;
  seen: string | undefined;
  isLast: boolean;
  source: Batch | undefined;
};

const ifStill = (name: string, seen: string | undefined) =>
  seen === undefined
    ? { when: `attribute_not_exists(#${name})` }
    : { when: `#${name} = :seen`, values: { seen } };

type BatchRef = Pick<Batch, 'id' | 'createdAt' | 'status'>;

/**
 * Pages expire three days after the row of their batch, because the table may delete an expired row up to two days
 * late, and the pages must outlive the row.
 */
const ofPages = ({ createdAt, expiresAt }: Batch) => ({ createdAt, expiresAt: expiresAt + 3 * 86_400 });

export type Batches = ReturnType<typeof makeBatches>;

export function makeBatches(db: Database) {
  const table = db.config.BATCHES_TABLE;
  const rows = keyedRowsOf<Batch>(db, 'BATCHES_TABLE');
  /** Rows that contain only the id of a batch. */
  const pointers = keyedRowsOf<{ id: string }>(db, 'BATCHES_TABLE');
  const leases = makeLeases(db, { leaseMs, table, keptSeconds: 86_400 });

  const put = (item: Record<string, unknown>): Action => ({ Put: { TableName: table, Item: item } });

  /**
   * Builds the database action that stores the retry's id on the row of the retried batch. The action fails if another
   * retry was stored since that row was read.
   */
  function nameRetry({ id: sourceId, retriedAs: before }: Batch, id: string): Action {
    const { when, values = {} } = ifStill('retriedAs', before);
    const noted = change({ set: { retriedAs: id }, when: `attribute_exists(#pk) AND ${when}`, values });
    return { Update: { TableName: table, Key: batchKey(sourceId), ...noted } };
  }

  return {
    get: (id: string): Promise<Batch | undefined> => rows.get(batchKey(id)),

    /**
     * Changes the row, and the progress of the given pages.
     * @returns the row after the change; undefined if the batch has changed since it was read
     */
    async move(
      read: Batch,
      { set = {}, remove = [] }: BatchChange,
      pages: readonly Page[] = [],
    ): Promise<Batch | undefined> {
      const changed = { ...set, revision: read.revision + 1 };
      const update = change({
        set: changed,
        remove,
        when: '#revision = :seen',
        values: { seen: read.revision },
      });
      const items = pages.map(({ index, lines }) =>
        put({ ...pageKey(read.id, index, 'PROGRESS'), packed: packProgress(lines), ...ofPages(read) }),
      );
      const row: Action = { Update: { TableName: table, Key: batchKey(read.id), ...update } };
      const { done } = await transact(db, [row, ...items]);
      if (!done) return undefined;
      const next: Batch = { ...read, ...changed };
      for (const name of remove) delete next[name];
      return next;
    },

    /**
     * Stores the row, its pages of lines and its pointer.
     * @returns undefined if the batch was stored; the existing batch if its id was already used; `full` if the limit of
     * the day is reached; `other` if another batch with the same lines was stored since `seen` was read; `retried` if
     * another retry of the same batch was stored first
     */
    async insert(
      batch: Batch,
      packed: readonly Uint8Array[],
      { day, most, lines: digest, seen, isLast, source }: Insert,
    ): Promise<Batch | 'full' | 'other' | 'retried' | undefined> {
      const { id, account, expiresAt } = batch;
      const row: Action = {
        Put: {
          TableName: table,
          Item: { ...batch, ...batchKey(id) },
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      };
      const counted = change({
        set: { expiresAt },
        count: { asked: 1 },
        when: 'attribute_not_exists(#asked) OR #asked < :most',
        values: { most },
      });
      const noted = change({ set: { id, expiresAt }, ...(isLast ? {} : ifStill('id', seen)) });
      const pages = packed.map((lines, index) =>
        put({ ...pageKey(id, index, 'LINES'), packed: lines, ...ofPages(batch) }),
      );
      const result = await transact(db, [
        row,
        { Update: { TableName: table, Key: dayKey(batch, day), ...counted } },
        { Update: { TableName: table, Key: sameKey(account, digest), ...noted } },
        put({ ...listKey(batch), id, expiresAt }),
        ...(source ? [nameRetry(source, id)] : []),
        ...pages,
      ]);
      if (result.done) return undefined;
      const [existing, ofDay, same] = result.broken;
      if (existing) return existing.row as Batch;
      if (ofDay) return 'full';
      return same ? 'other' : 'retried';
    },

    /** Returns the id of the account's latest batch with these payees and amounts. */
    async findSame(account: AccountRef, lines: string): Promise<string | undefined> {
      return (await pointers.get(sameKey(account, lines)))?.id;
    },

    /** Reads the pages with these indexes. */
    async getPages({ id, createdAt, status }: BatchRef, indexes: readonly number[]): Promise<Page[]> {
      const keys = indexes.flatMap((index) => [pageKey(id, index, 'LINES'), pageKey(id, index, 'PROGRESS')]);
      const found = await readAll(
        db,
        keys.map((key) => ({ table, key })),
      );
      return indexes.map((index, at) => {
        const [lines, progress] = [found[2 * at], found[2 * at + 1]];
        invariant(lines, 'the pages of a batch outlive its row');
        // The progress may belong to an earlier batch with the same key.
        const own = progress?.createdAt === createdAt ? progress : undefined;
        const all = unpackPage(index, lines.packed as Uint8Array, own?.packed as Uint8Array | undefined);
        return { index, lines: all.map((line) => inEnded(status, line)) };
      });
    },

    ...makeBatchLists(db),
    ...makeLineCashouts(db),

    /**
     * Takes the account's lease.
     * @returns the lease; the time at which it expires (ms since 1970) if another worker has it
     */
    lease: (account: AccountRef): Promise<Lease | { freeAt: number }> => leases.takeOrTell(leaseKey(account)),
    release: leases.give,

    async resume(read: Batch, dueAt: string): Promise<Batch | undefined> {
      const taken = await rows.updateAndGet(batchKey(read.id), {
        set: { dueAt },
        add: { resumes: 1 },
        seen: { dueAt: read.dueAt },
      } as Parameters<typeof rows.updateAndGet>[1]);
      return taken.done ? taken.row : undefined;
    },

    /** Lists the ids of the due batches of one shard. */
    listDue: (listing: Listing): Promise<({ id: string } & DueKey)[]> =>
      listDue(db, table, listing, ({ pk }) => ({ id: String(pk).slice('BATCH#'.length) })),
  };
}
