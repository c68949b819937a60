// Reads accounts, the policies on them, and accounts by PIX key.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { balanceKey, pixKeyKey, policyKey, userKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import { type Database, queryAll, readRows } from '../platform/table.ts';
import type { Account } from './account.ts';
import type { PixKeyRow } from './pix-key-store.ts';
import type { Policy } from './policy.ts';

export type Accounts = ReturnType<typeof makeAccounts>;

export function makeAccounts(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;

  return {
    async get(account: AccountRef): Promise<Account | undefined> {
      const { Item } = await db.client.send(
        new GetCommand({ TableName: table, Key: balanceKey(account), ConsistentRead: true }),
      );
      return Item as Account | undefined;
    },

    /** Strongly consistent reads, in the order asked. */
    async getAll(accounts: readonly AccountRef[]): Promise<(Account | undefined)[]> {
      const keys = accounts.map((account) => ({ table, key: balanceKey(account) }));
      return (await readAll(db, keys)) as (Account | undefined)[];
    },

    /** The account and the user's policy on it, in one read call. */
    async getWithPolicy(account: AccountRef, userId: string) {
      const [row, policy] = await readRows(db, [
        { table, key: balanceKey(account) },
        { table, key: policyKey(userId, account) },
      ]);
      return { account: row as Account | undefined, policy: policy as Policy | undefined };
    },

    /** Every policy of a user, for calls that name a transaction and not an account. */
    async listPolicies(userId: string): Promise<Policy[]> {
      const rows = await queryAll(db, {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :policy)',
        ExpressionAttributeValues: { ':pk': userKey(userId).pk, ':policy': 'POLICY#' },
        ConsistentRead: true,
      });
      return rows as Policy[];
    },

    /**
     * Our account that has this PIX key, if there is one.
     * @param paidAt time of a received payment (ISO, UTC): no account if another one had the key then
     */
    async findByPixKey(pixKey: string, paidAt?: string): Promise<Account | undefined> {
      const { Item } = await db.client.send(
        new GetCommand({ TableName: table, Key: pixKeyKey(pixKey), ConsistentRead: true }),
      );
      const row = Item as PixKeyRow | undefined;
      const ledElsewhere = paidAt !== undefined && row?.movedAt !== undefined && paidAt < row.movedAt;
      return row && row.endedAt === undefined && !ledElsewhere ? this.get(row) : undefined;
    },
  };
}
