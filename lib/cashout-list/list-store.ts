// Reads ranges of an account's lists of cashouts from their indexes, which lag behind the table for a moment. Also
// reads the rows themselves.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { makeMemory } from '../base/memory.ts';
import type { Direction } from '../base/page.ts';
import type { Cashout, CashoutStatus } from '../cashout/cashout.ts';
import { type StandingList, standingOf } from '../cashout/list-keys.ts';
import { openPartitionsOf } from '../cashout/open-partition.ts';
import type { WithPspRows } from '../network/deps.ts';
import { readAll } from '../platform/open-rows.ts';
import { queryPage } from '../platform/page-query.ts';
import { type Database, queryAll } from '../platform/table.ts';
import type { Asked } from './cashout-filter.ts';

/** A cashout with the fields that an index contains. The index of open work does not contain the request. */
export type Listed = { id: number; listedAt: string } & Partial<Asked>;

/**
 * A range of a list. `start`, `end`: times of creation (ISO, UTC), both inclusive. `from`: key after which the range
 * begins.
 */
export type ListRange = {
  start: string;
  end: string;
  direction: Direction;
  from?: string | undefined;
  limit: number;
};

type Open = Listed & Pick<Cashout, 'status'>;

/**
 * Limits of the cache: number of rows above which a result is cached, time for which it is cached (ms), and maximum
 * number of accounts.
 */
const [manyRows, keptMs, knownMax] = [100, 2_000, 10];

export type CashoutLists = ReturnType<typeof makeCashoutLists>;
/** The store; and what is known of each PSP, because a PSP that refuses us is a reason against a payment. */
export type WithLists = { cashoutLists: CashoutLists } & WithPspRows;

export function makeCashoutLists(db: Database) {
  const table = db.config.CASHOUTS_TABLE;
  const known = makeMemory<string, Open[]>(knownMax);

  async function part(index: string, partitionName: string, partition: string, range: ListRange) {
    const of = { table, index, partitionName, partition, positionName: 'listedAt' };
    return (await queryPage(db, of, { ...range, cursor: range.from })) as Listed[];
  }

  /**
   * Reads the open work of an account. A result with many rows is cached for a moment, so that frequent requests do not
   * cost more reads.
   */
  async function readOpen(account: AccountRef): Promise<Open[]> {
    const [key, atMs] = [accountKey(account), db.now().getTime()];
    const kept = known.get(key, atMs);
    if (kept) return kept;
    const parts = openPartitionsOf(account).map((part) =>
      queryAll(db, {
        TableName: table,
        IndexName: 'open',
        KeyConditionExpression: 'openAccount = :part',
        FilterExpression: 'attribute_exists(listedAt)',
        ProjectionExpression: 'id, listedAt, #status',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':part': part },
      }),
    );
    const rows = (await Promise.all(parts)).flat() as Open[];
    if (rows.length > manyRows) known.keep(key, rows, atMs + keptMs);
    return rows;
  }

  return {
    /** Lists cashouts of any status. */
    listAll: (account: AccountRef, range: ListRange): Promise<Listed[]> =>
      part('listed', 'listedIn', accountKey(account), range),

    listStanding: (account: AccountRef, list: StandingList, range: ListRange): Promise<Listed[]> =>
      part('standing', 'standing', standingOf(account, list), range),

    /** Lists all cashouts with this status in the index of open work, without an order. */
    async listOpen(account: AccountRef, status: CashoutStatus): Promise<Listed[]> {
      return (await readOpen(account)).filter((row) => row.status === status);
    },

    /** Reads the current rows, in the given order. */
    async getAll(listed: readonly Pick<Listed, 'id'>[]): Promise<Cashout[]> {
      const rows = await readAll(
        db,
        listed.map(({ id }) => ({ table, key: { id } })),
      );
      return rows.filter((row) => row !== undefined) as Cashout[];
    },
  };
}
