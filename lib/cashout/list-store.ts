// Reads parts of an account's lists of cashouts from their indexes, which lag a moment behind the table, and the
// rows themselves.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import type { Direction } from '../base/page.ts';
import { readAll } from '../platform/open-rows.ts';
import { queryPage } from '../platform/page-query.ts';
import { type Database, queryAll } from '../platform/table.ts';
import type { Cashout, CashoutStatus } from './cashout.ts';
import type { Asked } from './cashout-filter.ts';
import { type StandingStatus, standingOf } from './list-place.ts';
import { openPartsOf } from './open-place.ts';

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

export type CashoutLists = ReturnType<typeof makeCashoutLists>;

export function makeCashoutLists(db: Database) {
  const table = db.config.CASHOUTS_TABLE;

  async function part(index: string, partitionName: string, partition: string, range: ListRange) {
    const of = { table, index, partitionName, partition, positionName: 'listedAt' };
    return (await queryPage(db, of, { ...range, cursor: range.from })) as Listed[];
  }

  return {
    /** Cashouts of any status. */
    listAll: (account: AccountRef, range: ListRange): Promise<Listed[]> =>
      part('listed', 'listedIn', accountKey(account), range),

    listStanding: (account: AccountRef, status: StandingStatus, range: ListRange): Promise<Listed[]> =>
      part('standing', 'standing', standingOf(account, status), range),

    /** All that the index of open work has with this status, in no order: at most as many as an account may have open. */
    async listOpen(account: AccountRef, status: CashoutStatus): Promise<Listed[]> {
      const parts = openPartsOf(account).map((part) =>
        queryAll(db, {
          TableName: table,
          IndexName: 'open',
          KeyConditionExpression: 'openAccount = :part',
          FilterExpression: '#status = :status AND attribute_exists(listedAt)',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':part': part, ':status': status },
        }),
      );
      return (await Promise.all(parts)).flat() as Listed[];
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
