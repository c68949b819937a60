// Stores cashouts, one row for each. Rows are created and changed by single conditional writes, and never deleted.

import { spendStep, type User } from '../access/user-store.ts';
import type { Account } from '../account/account.ts';
import type { Policy } from '../account/policy.ts';
import type { Watches } from '../account/watch-store.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import { balanceKey, policyKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import { rowsOf } from '../platform/rows.ts';
import { type Action, type Database, readRows, transact } from '../platform/table.ts';
import type { Cashout } from './cashout.ts';
import { type Move, type Moved, makeDecisions } from './decision-store.ts';
import { moveNew, withPlace } from './move-to.ts';
import {
  checkOpen,
  listOpenIds,
  listWaited,
  type OpenCashout,
  type OpenCheck,
  type OpenRange,
} from './open-cashout-store.ts';
import { makeRecordPending } from './pending-event-store.ts';
import { makeSchedules } from './schedule-store.ts';
import { makeTries } from './try-store.ts';

/**
 * Result of an insert. `earlier`: a cashout with the same payee and amount, found by the account's rule about
 * duplicates.
 */
export type Inserted =
  | { inserted: true }
  | { inserted: false; existing: Cashout; earlier?: never }
  | { inserted: false; existing?: never; earlier: number };

export type Cashouts = ReturnType<typeof makeCashouts>;

/** Builds the database action that writes a new row. If the id exists, the transaction fails with the existing row. */
export const putNew = ({ config }: Database, cashout: Cashout): Action => ({
  Put: {
    TableName: config.CASHOUTS_TABLE,
    Item: cashout,
    ConditionExpression: 'attribute_not_exists(id)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
});

export function makeCashouts(db: Database, watches: Pick<Watches, 'toRead' | 'ensure'>) {
  const table = db.config.CASHOUTS_TABLE;
  const accounts = db.config.ACCOUNTS_TABLE;
  const rows = rowsOf<Cashout, 'id'>(db, { table: 'CASHOUTS_TABLE', partition: 'id' });

  const move: Move = async (id, write) => {
    const { done, row } = await rows.updateAndGet({ id }, withPlace(write));
    return done ? { moved: true, cashout: row } : { moved: false, current: row };
  };

  /**
   * Reads a cashout together with its account.
   * @param watch key of the account's watch row, which is read in the same call; absent if it is not needed
   */
  async function readWithAccount(
    account: AccountRef,
    userId: string,
    keyedId: number | undefined,
    watch?: ReturnType<Watches['toRead']>,
  ) {
    const wanted = [
      { table: accounts, key: balanceKey(account) },
      { table: accounts, key: policyKey(userId, account) },
      ...(keyedId === undefined ? [] : [{ table, key: { id: keyedId } }]),
    ];
    const read = await readRows(db, [...wanted, ...(watch ? [watch.wanted] : [])]);
    watch?.note(read[wanted.length]);
    const [row, policy, existing] = read.slice(0, wanted.length);
    return {
      account: row as Account | undefined,
      policy: policy as Policy | undefined,
      existing: existing as Cashout | undefined,
    };
  }

  /**
   * Inserts the row and the note in one transaction.
   * @returns undefined if only the condition of another action in the transaction failed
   */
  async function insertWith(
    cashout: Cashout,
    note: Action | undefined,
    ...more: Action[]
  ): Promise<Inserted | undefined> {
    const result = await transact(db, [putNew(db, cashout), ...(note ? [note] : []), ...more]);
    if (result.done) return { inserted: true };
    const existing = result.broken[0]?.row as Cashout | undefined;
    if (existing) return { inserted: false, existing };
    const earlier = note && (result.broken[1]?.row?.cashoutId as number | undefined);
    return earlier === undefined ? undefined : { inserted: false, earlier };
  }

  return {
    get: (id: number): Promise<Cashout | undefined> => rows.getTogether({ id }),

    /**
     * Reads in one call: the account, the caller's policy on it, and the row of the idempotency key, if there is a key.
     */
    getWithAccount: (account: AccountRef, userId: string, keyedId: number | undefined) =>
      readWithAccount(account, userId, keyedId),

    /** Reads the same as `getWithAccount` before an insert, and also the account's watch row, which an insert needs. */
    getForInsert: (account: AccountRef, userId: string, keyedId: number | undefined) =>
      readWithAccount(account, userId, keyedId, watches.toRead(account)),

    /**
     * Inserts a cashout.
     * @param note written with the row, if the account has a rule about duplicates (duplicates.ts)
     */
    async insert(cashout: Cashout, note?: Action): Promise<Inserted> {
      await watches.ensure(cashout.account);
      if (note) {
        const put = await insertWith(cashout, note);
        invariant(put, 'a row that breaks a condition is returned');
        return put;
      }
      const existing = await rows.insertOrGet(cashout);
      return existing ? { inserted: false, existing } : { inserted: true };
    },

    /**
     * Inserts a cashout, and marks the time step of the user's one-time code as used in the same transaction. Returns
     * undefined if the time step was used before or the user is locked.
     */
    async insertSpending(
      cashout: Cashout,
      user: User,
      step: number,
      now: string,
      note?: Action,
    ): Promise<Inserted | undefined> {
      await watches.ensure(cashout.account);
      return insertWith(cashout, note, spendStep(db, user, step, now));
    },

    /** Inserts a cashout under a further condition. Returns undefined if that condition fails. */
    async insertIf(cashout: Cashout, condition: Action, note?: Action): Promise<Inserted | undefined> {
      await watches.ensure(cashout.account);
      return insertWith(cashout, note, condition);
    },

    ...makeDecisions(move, watches),
    ...makeSchedules(move, watches),

    listWaited: (shard: string, range: OpenRange): Promise<OpenCashout[]> => listWaited(db, shard, range),

    ...makeTries(move),

    recordPending: makeRecordPending(db, watches),

    /** Reads all PROCESSING rows of these accounts, whether their work is due now or later. */
    async listOpen(of: readonly AccountRef[]): Promise<Cashout[]> {
      const ids = await listOpenIds(db, of);
      const rows = await readAll(
        db,
        ids.map((id) => ({ table, key: { id } })),
      );
      return rows.filter((row) => row !== undefined) as Cashout[];
    },

    checkOpen: (account: AccountRef, range: OpenRange): Promise<OpenCheck> => checkOpen(db, account, range),

    /**
     * Removes a due NEW row from the index. The row stays if it has pending events or an expiry, or if it has changed.
     */
    leave: ({ id, account, dueAt }: OpenCashout) =>
      rows.update(
        { id },
        withPlace({
          to: moveNew({ id, account }, 'left'),
          seen: { status: 'NEW' as const, dueAt, pendingEvents: [], expiresAt: undefined },
        }),
      ),

    /**
     * Reserves a due row, so that its message is sent once more. Only one of several concurrent runs of resume-stalled
     * succeeds, and no run can reserve the row again before the next due time.
     */
    resume: (cashout: Cashout, dueAt: string, more: { late?: true } = {}): Promise<Moved> =>
      move(cashout.id, { set: { dueAt, ...more }, add: { resumes: 1 }, seen: { dueAt: cashout.dueAt } }),
  };
}
