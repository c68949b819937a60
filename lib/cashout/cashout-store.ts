// Cashout rows: one per cashout, created and changed by single conditional writes. Rows are never deleted.

import { spendStep, type User } from '../access/user-store.ts';
import type { Account } from '../account/account.ts';
import type { Policy } from '../account/policy.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { balanceKey, policyKey } from '../platform/keys.ts';
import { readOpenRows } from '../platform/open-rows.ts';
import { laneOf } from '../platform/open-work.ts';
import { type RowChange, rowsOf } from '../platform/rows.ts';
import { type Action, type Database, readRows, transact } from '../platform/table.ts';
import { type Cashout, type CashoutFailure, transitions } from './cashout.ts';
import { type Ending, endingChange, failureAttributes } from './end-store.ts';

export type Approval = Required<
  Pick<Cashout, 'approvedAt' | 'approvedBy' | 'approveAttempt' | 'endToEndId' | 'dueAt'>
>;
export type Inserted = { inserted: true } | { inserted: false; existing: Cashout };
export type Moved = { moved: true; cashout: Cashout } | { moved: false; current: Cashout | undefined };

export type Cashouts = ReturnType<typeof makeCashouts>;

export function makeCashouts(db: Database) {
  const table = db.config.CASHOUTS_TABLE;
  const accounts = db.config.ACCOUNTS_TABLE;
  const rows = rowsOf<Cashout, 'id'>(db, { table: 'CASHOUTS_TABLE', partition: 'id' });

  /** One conditional update. @returns the row after it, or the current row if the condition failed */
  async function move(id: number, changes: RowChange<Cashout>): Promise<Moved> {
    const { done, row } = await rows.updateAndGet({ id }, changes);
    return done ? { moved: true, cashout: row } : { moved: false, current: row };
  }

  return {
    get: (id: number): Promise<Cashout | undefined> => rows.getTogether({ id }),

    /**
     * Reads in one call: the account, the caller's policy on it, and the row of the idempotency key, if there
     * is one.
     */
    async getWithAccount(account: AccountRef, userId: string, keyedId: number | undefined) {
      const [row, policy, existing] = await readRows(db, [
        { table: accounts, key: balanceKey(account) },
        { table: accounts, key: policyKey(userId, account) },
        ...(keyedId === undefined ? [] : [{ table, key: { id: keyedId } }]),
      ]);
      return {
        account: row as Account | undefined,
        policy: policy as Policy | undefined,
        existing: existing as Cashout | undefined,
      };
    },

    async insert(cashout: Cashout): Promise<Inserted> {
      const existing = await rows.insertOrGet(cashout);
      return existing ? { inserted: false, existing } : { inserted: true };
    },

    /**
     * Also uses up the user's time step of one-time codes, in the same transaction. Undefined when the step
     * was used already, or the user is locked.
     */
    async insertSpending(
      cashout: Cashout,
      user: User,
      step: number,
      now: string,
    ): Promise<Inserted | undefined> {
      const put: Action = {
        Put: {
          TableName: table,
          Item: cashout,
          ConditionExpression: 'attribute_not_exists(id)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      };
      const result = await transact(db, [put, spendStep(db, user, step, now)]);
      if (result.done) return { inserted: true };
      const existing = result.broken[0]?.row as Cashout | undefined;
      return existing && { inserted: false, existing };
    },

    /** NEW to PROCESSING, once. The condition repeats company and account, so a foreign row cannot move. */
    approve: ({ id, companyId, account }: Cashout, approval: Approval): Promise<Moved> =>
      move(id, {
        set: {
          ...approval,
          status: transitions.NEW.approve,
          lane: laneOf('cashout', id),
          openAccount: accountKey(account),
          resumes: 0,
        },
        append: { owedEvents: ['approved'] },
        seen: { status: 'NEW', companyId, account },
      }),

    /** PROCESSING to ERROR or CANCELLED while no money is held yet. */
    endUnreserved: ({ id }: Cashout, failure: CashoutFailure, ending: Ending): Promise<Moved> =>
      move(id, {
        ...endingChange(failure.command, failureAttributes(failure), ending),
        seen: { status: 'PROCESSING', reservedAt: undefined },
      }),

    /** No final answer yet: counts the try and sets the next due time. */
    noteUnknown: ({ id, tries, reservedAt }: Cashout, dueAt: string): Promise<Moved> =>
      move(id, {
        set: { dueAt },
        add: { tries: 1 },
        // A try must not be counted on a row that was reserved since it was read: that would end the lease.
        seen: { status: 'PROCESSING', tries, reservedAt },
      }),

    /** Removes recorded events from the pending ones; the row leaves the due index when no work is left. */
    strikeOwedEvents: ({ id, status, owedEvents }: Cashout): Promise<Moved> =>
      move(id, {
        set: { owedEvents: [] },
        remove: status === 'PROCESSING' ? [] : ['lane', 'dueAt'],
        seen: { status, owedEvents },
      }),

    /** Every row of these accounts with open work, due or not. */
    listOpen: (of: readonly AccountRef[]) =>
      readOpenRows(db, table, 'cashout', 'id', of) as Promise<Cashout[]>,

    /** Keys of one lane that are due. */
    async listDue(listing: Listing): Promise<({ id: number } & DueKey)[]> {
      return listDue(db, table, listing, ({ id }) => ({ id: Number(id) }));
    },

    /**
     * Takes a due row to send it again: only one of several sweepers gets it, and none before the next due
     * time.
     */
    resume: (cashout: Cashout, dueAt: string): Promise<Moved> =>
      move(cashout.id, { set: { dueAt }, add: { resumes: 1 }, seen: { dueAt: cashout.dueAt } }),
  };
}
