// Cashout rows: one per cashout, created and changed by single conditional writes. Rows are never deleted.

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
import { askedOf } from './asked-words.ts';
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

/** `earlier`: a cashout with the same payee and amount, found by the account's rule about duplicates. */
export type Inserted =
  | { inserted: true }
  | { inserted: false; existing: Cashout; earlier?: never }
  | { inserted: false; existing?: never; earlier: number };

export type Cashouts = ReturnType<typeof makeCashouts>;

export function makeCashouts(db: Database, watches: Pick<Watches, 'toRead' | 'ensure'>) {
  const table = db.config.CASHOUTS_TABLE;
  const accounts = db.config.ACCOUNTS_TABLE;
  const rows = rowsOf<Cashout, 'id'>(db, { table: 'CASHOUTS_TABLE', partition: 'id' });

  const move: Move = async (id, write) => {
    const { done, row } = await rows.updateAndGet({ id }, withPlace(write));
    return done ? { moved: true, cashout: row } : { moved: false, current: row };
  };

  /** @param watch the key of the account's watch row, read in the same call; absent if it is not needed */
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
   * @returns undefined only if a condition failed that is not on the row or the note
   */
  async function insertWith(
    cashout: Cashout,
    note: Action | undefined,
    ...more: Action[]
  ): Promise<Inserted | undefined> {
    const put: Action = {
      Put: {
        TableName: table,
        Item: cashout,
        ConditionExpression: 'attribute_not_exists(id)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    };
    const result = await transact(db, [put, ...(note ? [note] : []), ...more]);
    if (result.done) return { inserted: true };
    const existing = result.broken[0]?.row as Cashout | undefined;
    if (existing) return { inserted: false, existing };
    const earlier = note && (result.broken[1]?.row?.cashoutId as number | undefined);
    return earlier === undefined ? undefined : { inserted: false, earlier };
  }

  return {
    get: (id: number): Promise<Cashout | undefined> => rows.getTogether({ id }),

    /**
     * Reads in one call: the account, the caller's policy on it, and the row of the idempotency key, if there
     * is one.
     */
    getWithAccount: (account: AccountRef, userId: string, keyedId: number | undefined) =>
      readWithAccount(account, userId, keyedId),

    /** `getWithAccount` before an insert, which also needs the account's watch row. */
    getForInsert: (account: AccountRef, userId: string, keyedId: number | undefined) =>
      readWithAccount(account, userId, keyedId, watches.toRead(account)),

    /** @param note written with the row, if the account has a rule about duplicates (duplicates.ts) */
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
     * Inserts, and uses up the user's time step of one-time codes in the same transaction. Returns undefined if the
     * step was used already or the user is locked.
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

    ...makeDecisions(move, watches),
    ...makeSchedules(move, watches),

    listWaited: (shard: string, range: OpenRange): Promise<OpenCashout[]> => listWaited(db, shard, range),

    /** The network gave no final answer: counts the try and sets the next due time. */
    noteUnknown: (cashout: Cashout, dueAt: string, more: { late?: true } = {}): Promise<Moved> =>
      move(cashout.id, {
        set: { dueAt, ...more, ...askedOf(cashout) },
        add: { tries: 1 },
        // The row may have been reserved since it was read. Then the try must not be counted, because a counted try
        // ends the lease.
        seen: { status: 'PROCESSING', tries: cashout.tries, reservedAt: cashout.reservedAt },
      }),

    recordPending: makeRecordPending(db, watches),

    /** All PROCESSING rows of these accounts, due or not. */
    async listOpen(of: readonly AccountRef[]): Promise<Cashout[]> {
      const ids = await listOpenIds(db, of);
      const rows = await readAll(
        db,
        ids.map((id) => ({ table, key: { id } })),
      );
      return rows.filter((row) => row !== undefined) as Cashout[];
    },

    checkOpen: (account: AccountRef, range: OpenRange): Promise<OpenCheck> => checkOpen(db, account, range),

    /** Removes a due NEW row from the index, unless it has pending events, has changed, or expires. */
    leave: ({ id, account, dueAt }: OpenCashout) =>
      rows.update(
        { id },
        withPlace({
          to: moveNew({ id, account }, 'left'),
          seen: { status: 'NEW' as const, dueAt, pendingEvents: [], expiresAt: undefined },
        }),
      ),

    /**
     * Reserves a due row for one more send. Only one of several sweepers succeeds, and none can reserve it again before
     * the next due time.
     */
    resume: (cashout: Cashout, dueAt: string, more: { late?: true } = {}): Promise<Moved> =>
      move(cashout.id, { set: { dueAt, ...more }, add: { resumes: 1 }, seen: { dueAt: cashout.dueAt } }),
  };
}
