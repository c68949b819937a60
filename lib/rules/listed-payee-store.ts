// Stores the payees in an account's list.

import type { AccountRef } from '../base/account-ref.ts';
import { listedPayeeKey } from '../platform/keys.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import type { Action, Database } from '../platform/table.ts';
import { type ListableName, payeeId } from './payees.ts';

/** A payee that is or was in the list. `by`: the operator who added or removed it. `at`: ISO, UTC. */
type ListedPayee = { name: ListableName; by: string; at: string; isListed: boolean };

export type ListedPayees = ReturnType<typeof makeListedPayees>;

/**
 * Builds a database action that makes its transaction fail if the payee is not in the list.
 * @param payee in the form of `payeeId`
 */
export const checkListed = ({ config }: Database, account: AccountRef, payee: string): Action => ({
  ConditionCheck: {
    TableName: config.ACCOUNTS_TABLE,
    Key: listedPayeeKey(account, payee),
    ConditionExpression: 'isListed = :yes',
    ExpressionAttributeValues: { ':yes': true },
  },
});

export function makeListedPayees(db: Database) {
  const rows = keyedRowsOf<ListedPayee>(db, 'ACCOUNTS_TABLE');
  return {
    async add(account: AccountRef, name: ListableName, by: string, at: string): Promise<void> {
      const key = listedPayeeKey(account, payeeId(name));
      await rows.update(key, { set: { name, by, at, isListed: true }, seen: {} });
    },

    /**
     * Removes a payee from the list.
     * @returns false if the payee is not in the list
     */
    async remove(account: AccountRef, name: ListableName, by: string, at: string): Promise<boolean> {
      const key = listedPayeeKey(account, payeeId(name));
      return (await rows.update(key, { set: { by, at, isListed: false }, seen: { isListed: true } })).done;
    },

    async list(account: AccountRef): Promise<ListedPayee[]> {
      const { pk, sk } = listedPayeeKey(account, '');
      return (await rows.query({ pk, sk: { startsWith: sk } })).filter(({ isListed }) => isListed);
    },
  };
}
