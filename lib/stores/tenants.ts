// Companies, clients, users, policies and accounts coming into being. Written by the sandbox API only; their
// reading side is clients.ts and accounts.ts.

import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Policy } from '../access.ts';
import type { AccountRef } from '../cashout.ts';
import type { Account } from '../ledger.ts';
import { openingCheckpoint } from '../reconciliation.ts';
import type { Client } from './clients.ts';
import { change } from './expression.ts';
import { balanceKey, clientKey, companyKey, directoryKey, pixKeyKey, policyKey, userKey } from './keys.ts';
import { type Action, conditionFailed, type Door, type Row, transact, withoutConflict } from './table.ts';
import type { User } from './users.ts';

export type NewClient = { client: Client; user: User; policies: Policy[] };

export type Tenants = ReturnType<typeof makeTenants>;

export function makeTenants(door: Door) {
  const table = door.config.ACCOUNTS_TABLE;
  const put = (key: { pk: string; sk: string }, row: Row): Action => ({
    Put: { TableName: table, Item: { ...row, ...key }, ConditionExpression: 'attribute_not_exists(pk)' },
  });

  return {
    async insertCompany(company: { companyId: string; name: string }): Promise<void> {
      await transact(door, [put(companyKey(company.companyId), company)]);
    },

    async hasCompany(companyId: string): Promise<boolean> {
      const { Item } = await door.client.send(
        new GetCommand({ TableName: table, Key: companyKey(companyId), ConsistentRead: true }),
      );
      return Item !== undefined;
    },

    /** A client with the user it acts for and that user's policies, all or none. */
    async insertClient({ client, user, policies }: NewClient): Promise<void> {
      const rows = policies.map((policy) => put(policyKey(policy.userId, policy), policy));
      await transact(door, [
        put(clientKey(client.clientId), client),
        put(userKey(user.userId), user),
        ...rows,
      ]);
    },

    /** An account with its PIX key and its place in the company's list and the directory; 'taken' when the number is in use. */
    async insertAccount(account: Account, pixKey: string): Promise<'inserted' | 'taken'> {
      const ref = { branch: account.branch, number: account.number };
      const result = await transact(door, [
        put(balanceKey(account), account),
        put(pixKeyKey(pixKey), ref),
        put({ pk: companyKey(account.companyId).pk, sk: balanceKey(account).pk }, ref),
        put(directoryKey(account), { ...ref, ...openingCheckpoint }),
      ]);
      return result.done ? 'inserted' : 'taken';
    },

    async listAccounts(companyId: string): Promise<AccountRef[]> {
      const { Items = [] } = await door.client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :account)',
          ExpressionAttributeValues: { ':pk': companyKey(companyId).pk, ':account': 'ACCOUNT#' },
          ConsistentRead: true,
        }),
      );
      return Items as AccountRef[];
    },

    /** ACTIVE to CLOSED, once nothing is held: a closed account has no transfer in flight. */
    async closeAccount(account: AccountRef): Promise<'closed' | 'holds_money' | 'not_found'> {
      try {
        const close = new UpdateCommand({
          TableName: table,
          Key: balanceKey(account),
          ...change({ set: { status: 'CLOSED' }, when: '#heldCents = :zero', values: { zero: 0 } }),
        });
        await withoutConflict(door, () => door.client.send(close));
        return 'closed';
      } catch (error) {
        const failed = conditionFailed(error);
        if (!failed) throw error;
        return failed.row ? 'holds_money' : 'not_found';
      }
    },
  };
}
