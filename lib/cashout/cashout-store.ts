// Cashout rows: one per cashout, created and changed by single conditional writes. Rows are never deleted.

import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { spendStep, type User } from '../access/user-store.ts';
import type { Account } from '../account/account.ts';
import type { Policy } from '../account/policy.ts';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { invariant } from '../base/errors.ts';
import { type DueKey, type Listing, listDue } from '../platform/due.ts';
import { change } from '../platform/expression.ts';
import { balanceKey, policyKey } from '../platform/keys.ts';
import { readOpenRows } from '../platform/open-rows.ts';
import { laneOf } from '../platform/open-work.ts';
import { conditionFailed, type Database, readRows, transact, withoutConflict } from '../platform/table.ts';
import { type Cashout, type CashoutChange, type CashoutFailure, nextStatus } from './cashout.ts';
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

  /** One conditional update. @returns the row after it, or the current row if the condition failed */
  async function move(id: number, update: ReturnType<typeof change>): Promise<Moved> {
    try {
      const { Attributes } = await withoutConflict(db, () =>
        db.client.send(
          new UpdateCommand({ TableName: table, Key: { id }, ReturnValues: 'ALL_NEW', ...update }),
        ),
      );
      return { moved: true, cashout: Attributes as Cashout };
    } catch (error) {
      const failed = conditionFailed(error);
      if (!failed) throw error;
      return { moved: false, current: failed.row as Cashout | undefined };
    }
  }

  const putOnce = (cashout: Cashout) => ({
    TableName: table,
    Item: cashout,
    ConditionExpression: 'attribute_not_exists(id)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  });

  return {
    async get(id: number): Promise<Cashout | undefined> {
      const { Item } = await db.client.send(
        new GetCommand({ TableName: table, Key: { id }, ConsistentRead: true }),
      );
      return Item as Cashout | undefined;
    },

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
      try {
        await db.client.send(new PutCommand(putOnce(cashout)));
        return { inserted: true };
      } catch (error) {
        const failed = conditionFailed(error);
        if (!failed) throw error;
        invariant(failed.row, 'a failed insert returns the existing row');
        return { inserted: false, existing: failed.row as Cashout };
      }
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
      const result = await transact(db, [{ Put: putOnce(cashout) }, spendStep(db, user, step, now)]);
      if (result.done) return { inserted: true };
      const existing = result.broken[0]?.row as Cashout | undefined;
      return existing && { inserted: false, existing };
    },

    /** NEW to PROCESSING, once. The condition repeats company and account, so a foreign row cannot move. */
    approve(cashout: Cashout, approval: Approval): Promise<Moved> {
      return move(
        cashout.id,
        change({
          set: {
            ...approval,
            status: nextStatus('NEW', 'approve'),
            lane: laneOf('cashout', cashout.id),
            openAccount: accountKey(cashout.account),
            resumes: 0,
          },
          append: { owedEvents: ['approved' satisfies CashoutChange] },
          when: '#status = :new AND #companyId = :companyId AND #account = :account',
          values: { new: 'NEW', companyId: cashout.companyId, account: cashout.account },
        }),
      );
    },

    /** PROCESSING to ERROR or CANCELLED while no money is held yet. */
    endUnreserved(cashout: Cashout, failure: CashoutFailure, ending: Ending): Promise<Moved> {
      return move(
        cashout.id,
        change({
          ...endingChange(failure.command, failureAttributes(failure), ending),
          when: '#status = :processing AND attribute_not_exists(#reservedAt)',
          values: { processing: 'PROCESSING' },
        }),
      );
    },

    /** No final answer yet: counts the try and sets the next due time. */
    noteUnknown(cashout: Cashout, dueAt: string): Promise<Moved> {
      return move(
        cashout.id,
        change({
          set: { dueAt },
          add: { tries: 1 },
          // A try must not be counted on a row that was reserved since it was read: that would end the lease.
          when: `#status = :processing AND #tries = :tries AND ${cashout.reservedAt ? '#reservedAt = :reservedAt' : 'attribute_not_exists(#reservedAt)'}`,
          values: {
            processing: 'PROCESSING',
            tries: cashout.tries,
            ...(cashout.reservedAt ? { reservedAt: cashout.reservedAt } : {}),
          },
        }),
      );
    },

    /** Removes recorded events from the pending ones; the row leaves the due index when no work is left. */
    strikeOwedEvents(cashout: Cashout): Promise<Moved> {
      const owesTransfer = cashout.status === 'PROCESSING';
      return move(
        cashout.id,
        change({
          set: { owedEvents: [] },
          remove: owesTransfer ? [] : ['lane', 'dueAt'],
          when: '#status = :status AND #owedEvents = :owed',
          values: { status: cashout.status, owed: cashout.owedEvents },
        }),
      );
    },

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
    resume(cashout: Cashout, dueAt: string): Promise<Moved> {
      return move(
        cashout.id,
        change({
          set: { dueAt },
          add: { resumes: 1 },
          when: '#dueAt = :seen',
          values: { seen: cashout.dueAt },
        }),
      );
    },
  };
}
