// Stores the PIX keys of our accounts. A key is stored in one row by key and in one row of its account's list. An ended
// key may be added again.

import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { balanceKey, pixKeyKey } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Action, type Database, transact } from '../platform/table.ts';

export type PixKeyRow = AccountRef & {
  pixKey?: string;
  /** Time at which the key was added (ISO, UTC); absent for the keys of the first accounts. */
  addedAt?: string;
  endedAt?: string;
  /**
   * Time at which the key was added again after it had ended (ISO, UTC). Absent if the key was added only once. A
   * payment to the key before this time does not belong to this account.
   */
  movedAt?: string;
};

const placeKey = (account: AccountRef, pixKey: string) => ({
  pk: balanceKey(account).pk,
  sk: pixKeyKey(pixKey).pk,
});

/**
 * Makes the actions that give a key to an account. The condition of the first action is that no account has the key.
 */
export function putPixKey(
  db: Database,
  pixKey: string,
  account: AccountRef,
  addedAt: string,
  isMoved = false,
): Action[] {
  const { branch, number } = account;
  const row: PixKeyRow = { branch, number, pixKey, addedAt, ...(isMoved ? { movedAt: addedAt } : {}) };
  const TableName = db.config.ACCOUNTS_TABLE;
  return [
    {
      Put: {
        TableName,
        Item: { ...row, ...pixKeyKey(pixKey) },
        ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(endedAt)',
      },
    },
    { Put: { TableName, Item: { ...row, ...placeKey(account, pixKey) } } },
  ];
}

export type PixKeys = ReturnType<typeof makePixKeys>;

export function makePixKeys(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;
  const rows = keyedRowsOf<PixKeyRow>(db, 'ACCOUNTS_TABLE');

  return {
    get: (pixKey: string): Promise<PixKeyRow | undefined> => rows.get(pixKeyKey(pixKey)),

    /**
     * Gives a key to an account.
     * @param addedAt ISO, UTC
     */
    async insert(
      pixKey: string,
      account: AccountRef,
      addedAt: string,
    ): Promise<'inserted' | 'taken' | 'account_closed'> {
      const isOpen = {
        ConditionCheck: {
          TableName: table,
          Key: balanceKey(account),
          ConditionExpression: '#status = :active',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':active': 'ACTIVE' },
        },
      };
      const isMoved = (await this.get(pixKey)) !== undefined;
      const result = await transact(db, [isOpen, ...putPixKey(db, pixKey, account, addedAt, isMoved)]);
      if (result.done) return 'inserted';
      return result.broken[0] ? 'account_closed' : 'taken';
    },

    /** Ends the key. Returns false if the key does not belong to the account. */
    async end(pixKey: string, account: AccountRef, endedAt: string): Promise<boolean> {
      const { branch, number } = account;
      const end = (key: ReturnType<typeof pixKeyKey>, when: string, values = {}): Action => ({
        Update: {
          TableName: table,
          Key: key,
          ...change({ set: { endedAt, pixKey, branch, number }, when, values }),
        },
      });
      const leadsThere = 'attribute_not_exists(#endedAt) AND #branch = :branch AND #number = :number';
      const result = await transact(db, [
        end(pixKeyKey(pixKey), leadsThere, { branch, number }),
        end(placeKey(account, pixKey), 'attribute_not_exists(#endedAt)'),
      ]);
      return result.done;
    },

    /** Lists all keys that an account has or had. */
    list: (account: AccountRef): Promise<PixKeyRow[]> =>
      rows.query({ pk: balanceKey(account).pk, sk: { startsWith: 'PIXKEY#' } }),
  };
}
