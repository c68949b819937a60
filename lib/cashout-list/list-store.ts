// Reads parts of an account's lists of cashouts from their indexes, which lag a moment behind the table, and the
// rows themselves.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { makeMemory } from '../base/memory.ts';
import type { Direction } from '../base/page.ts';
import type { Cashout, CashoutStatus } from '../cashout/cashout.ts';
import { type StandingList, standingOf } from '../cashout/list-place.ts';
import { openPartitionsOf } from '../cashout/open-partition.ts';
import { readAll } from '../platform/open-rows.ts';
import { queryPage } from '../platform/page-query.ts';
import { type Database, queryAll } from '../platform/table.ts';
import type { Asked } from './cashout-filter.ts';

/** A cashout as an index has it. The index of open work does not have what was asked. */
export type Listed = { id: number; listedAt: string } & Partial<Asked>;

/** `start`, `end`: times of creation (ISO, UTC), both included. `from`: the place after which the part begins. */
export type ListRange = {
  start: string;
  end: string;
  direction: Direction;
  from?: string | undefined;
  limit: number;
};

type Open = Listed & Pick<Cashout, 'status'>;

/** From so many rows of an account on, a container keeps what it has read for two seconds, of so many accounts. */
const [manyRows, keptMs, knownMax] = [100, 2_000, 10];

export type CashoutLists = ReturnType<typeof makeCashoutLists>;
export type WithLists = { cashoutLists: CashoutLists };

export function makeCashoutLists(db: Database) {
  const table = db.config.CASHOUTS_TABLE;
  const known = makeMemory<string, Open[]>(knownMax);

  async function part(index: string, partitionName: string, partition: string, range: ListRange) {
    const of = { table, index, partitionName, partition, positionName: 'listedAt' };
    return (await queryPage(db, of, { ...range, cursor: range.from })) as Listed[];
  }

  /** Many rows are not read again at once, so that whoever asks often costs the table no more. */
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
    /** Cashouts of any status. */
    listAll: (account: AccountRef, range: ListRange): Promise<Listed[]> =>
      part('listed', 'listedIn', accountKey(account), range),

    listStanding: (account: AccountRef, list: StandingList, range: ListRange): Promise<Listed[]> =>
      part('standing', 'standing', standingOf(account, list), range),

    /** All that the index of open work has with this status, in no order. */
    async listOpen(account: AccountRef, status: CashoutStatus): Promise<Listed[]> {
      return (await readOpen(account)).filter((row) => row.status === status);
    },

    /** The rows as they are now, in the order asked. */
    async getAll(listed: readonly Listed[]): Promise<Cashout[]> {
      const rows = await readAll(
        db,
        listed.map(({ id }) => ({ table, key: { id } })),
      );
      return rows.filter((row) => row !== undefined) as Cashout[];
    },
  };
}
