// Reads accounts, their policies, and accounts by PIX key.

import type { AccountRef } from '../base/account-ref.ts';
import { balanceKey, countKey, pixKeyKey, policyKey, userKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { type Database, type Row, readRows } from '../platform/table.ts';
import type { Counted } from '../rules/limits.ts';
import type { Account } from './account.ts';
import { type Approved, findApprovers } from './approver-store.ts';
import type { PixKeyRow } from './pix-key-store.ts';
import type { Policy } from './policy.ts';

export type Accounts = ReturnType<typeof makeAccounts>;

export function makeAccounts(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;
  const rows = keyedRowsOf<Account>(db, 'ACCOUNTS_TABLE');
  const policies = keyedRowsOf<Policy>(db, 'ACCOUNTS_TABLE');
  const pixKeys = keyedRowsOf<PixKeyRow>(db, 'ACCOUNTS_TABLE');

  return {
    get: (account: AccountRef): Promise<Account | undefined> => rows.get(balanceKey(account)),

    /** Reads accounts with strongly consistent reads, in the order of the argument. */
    async getAll(accounts: readonly AccountRef[]): Promise<(Account | undefined)[]> {
      const keys = accounts.map((account) => ({ table, key: balanceKey(account) }));
      return (await readAll(db, keys)) as (Account | undefined)[];
    },

    /** Reads the account and the user's policy on it in one call. */
    async getWithPolicy(account: AccountRef, userId: string) {
      const [row, policy] = await readRows(db, [
        { table, key: balanceKey(account) },
        { table, key: policyKey(userId, account) },
      ]);
      return { account: row as Account | undefined, policy: policy as Policy | undefined };
    },

    /** Returns those of the users who could approve on the account now. */
    getApprovers: (of: Approved, userIds: Iterable<string>) => findApprovers(db, of, userIds),

    /** Reads the rows of the counters of an account's limits, by sort key. */
    async getCounts(account: AccountRef, counts: readonly Counted[]): Promise<Map<string, Row | undefined>> {
      const keys = counts.map(({ sk }) => ({ table, key: countKey(account, sk) }));
      const rows = await readAll(db, keys);
      return new Map(counts.map(({ sk }, index) => [sk, rows[index]]));
    },

    /** Reads all policies of a user, for calls that name a transaction and not an account. */
    listPolicies: (userId: string): Promise<Policy[]> =>
      policies.query({ pk: userKey(userId).pk, sk: { startsWith: 'POLICY#' } }),

    /** Reads at most `most` policies of a user, ordered by account, starting after the policy on `after`. */
    async listPoliciesAfter(userId: string, after: AccountRef | undefined, most: number): Promise<Policy[]> {
      const { pk, sk: first } = policyKey(userId, after ?? { branch: '', number: '' });
      const found = await policies.query({ pk, sk: { between: [first, 'POLICY#~'] } }, { limit: most + 1 });
      return found.filter(({ sk }) => sk !== first).slice(0, most);
    },

    /**
     * Returns our account with this PIX key, if there is one.
     * @param paidAt time of a received payment (ISO, UTC); no account is returned if the key was added again after
     * that time
     */
    async findByPixKey(pixKey: string, paidAt?: string): Promise<Account | undefined> {
      const row = await pixKeys.getTogether(pixKeyKey(pixKey));
      const ledElsewhere = paidAt !== undefined && row?.movedAt !== undefined && paidAt < row.movedAt;
      return row && row.endedAt === undefined && !ledElsewhere ? this.get(row) : undefined;
    },
  };
}
