// Writes new companies, clients, users, policies and accounts, and lists those of a company. Used by operators and the
// sandbox API. Requests of callers read the same rows with client-store.ts and account-store.ts.

import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Client } from '../access/client.ts';
import { listClientIds, listPlaces } from '../access/company-list-store.ts';
import type { User } from '../access/user-store.ts';
import type { Account } from '../account/account.ts';
import { putPixKey } from '../account/pix-key-store.ts';
import type { Policy } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import {
  balanceKey,
  clientKey,
  clientPlaceKey,
  companyKey,
  directoryKey,
  policyKey,
  userKey,
} from '../platform/keys.ts';
import { type Action, type Database, type Row, transact } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import { openingCheckpoint } from '../reconciliation/reconciliation.ts';
import type { Rules } from '../rules/rules.ts';
import { admitPerson, type Invitation, type NewLink } from '../sign-in/subject-store.ts';
import { makeCheck, makePolicyWrites } from './policy-store.ts';

/** A company. `frozenAt`: ISO, UTC. */
export type Company = { companyId: string; name: string; frozenAt?: string };

/** `person`: the person who may use the client. Undefined for a client of a program. */
export type NewClient = {
  client: Client;
  user: User;
  policies: Policy[];
  person: NewLink | Invitation | undefined;
};
export type ClientOfUser = Pick<NewClient, 'client' | 'person'> & {
  user: Pick<User, 'userId' | 'companyId'>;
};

/**
 * Maximum number of clients of a user. It is limited because a thaw of one client checks all of the user's clients in
 * one transaction.
 */
const clientsOfUserMax = 10;

/** Returns the mark of a client that an invitation opens: its person has given no valid code yet. */
const unproved = (person: NewClient['person'], clientId: string): Pick<User, 'unproved'> =>
  person && 'hash' in person ? { unproved: new Set([clientId]) } : {};

export type Companies = ReturnType<typeof makeCompanies>;

export function makeCompanies(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;
  const put = (key: { pk: string; sk: string }, row: Row): Action => ({
    Put: { TableName: table, Item: { ...row, ...key }, ConditionExpression: 'attribute_not_exists(pk)' },
  });
  const check = makeCheck(table);

  return {
    async insertCompany(company: Company): Promise<void> {
      await transact(db, [put(companyKey(company.companyId), company)]);
    },

    async getCompany(companyId: string): Promise<Company | undefined> {
      const read = new GetCommand({ TableName: table, Key: companyKey(companyId), ConsistentRead: true });
      return (await db.client.send(read)).Item as Company | undefined;
    },

    /**
     * Writes a client with its user, the user's policies and its row in the company's list: all or none. Returns false
     * if the person has got another client of the company in the meantime.
     */
    async insertClient({ client, user, policies, person }: NewClient): Promise<boolean> {
      const rows = policies.map((policy) => put(policyKey(policy.userId, policy), policy));
      const { clientId, companyId } = client;
      const { done } = await transact(db, [
        put(clientKey(clientId), client),
        put(userKey(user.userId), { ...user, clients: new Set([clientId]), ...unproved(person, clientId) }),
        put(clientPlaceKey(companyId, clientId), { clientId }),
        ...(person ? [admitPerson(db, person, client)] : []),
        ...rows,
      ]);
      return done;
    },

    /**
     * Adds a client to a user and keeps the user's policies. Returns false if the user does not belong to this company,
     * or has the maximum number of clients.
     */
    async insertClientOf({ client, user: { userId, companyId }, person }: ClientOfUser): Promise<boolean> {
      const { clientId } = client;
      const join = change({
        count: { clients: new Set([clientId]), ...unproved(person, clientId) },
        when: '#companyId = :companyId AND size(#clients) < :most',
        values: { companyId, most: clientsOfUserMax },
      });
      const { done } = await transact(db, [
        put(clientKey(clientId), client),
        { Update: { TableName: table, Key: userKey(userId), ...join } },
        put(clientPlaceKey(companyId, clientId), { clientId }),
        ...(person ? [admitPerson(db, person, client)] : []),
      ]);
      return done;
    },

    /**
     * Writes an account with its PIX key, if it has a key, and its rows in the company's list and the directory.
     * @param company as it was read; the result is 'company_changed' if the company was frozen or thawed since
     */
    async insertAccount(
      account: Account,
      company: Company,
    ): Promise<'inserted' | 'number_taken' | 'company_changed' | 'pix_key_taken'> {
      const ref = { branch: account.branch, number: account.number };
      const isFrozen = company.frozenAt !== undefined;
      const result = await transact(db, [
        put(balanceKey(account), { ...account, ...(isFrozen ? { freezes: new Set(['company']) } : {}) }),
        check(
          companyKey(company.companyId),
          isFrozen ? 'attribute_exists(frozenAt)' : 'attribute_exists(pk) AND attribute_not_exists(frozenAt)',
        ),
        put({ pk: companyKey(account.companyId).pk, sk: balanceKey(account).pk }, ref),
        put(directoryKey(account), { ...ref, ...openingCheckpoint }),
        ...(account.pixKey ? putPixKey(db, account.pixKey, ref, account.lastTime) : []),
      ]);
      if (result.done) return 'inserted';
      if (result.broken[1]) return 'company_changed';
      return result.broken[0] || result.broken[2] ? 'number_taken' : 'pix_key_taken';
    },

    async listAccounts(companyId: string): Promise<AccountRef[]> {
      const places = (await listPlaces(db, companyId, 'ACCOUNT#')) as AccountRef[];
      return places.map(({ branch, number }) => ({ branch, number }));
    },

    listClientIds: (companyId: string): Promise<string[]> => listClientIds(db, companyId),

    ...makePolicyWrites(db),

    /** Sets the rules of an account. Returns false if the rules have changed since they were read. */
    async setRules(account: AccountRef, seen: Rules | undefined, rules: Rules): Promise<boolean> {
      const when = seen ? '#rules = :seen' : 'attribute_exists(pk) AND attribute_not_exists(#rules)';
      const update = change({ set: { rules }, when, values: seen ? { seen } : {} });
      return (await updateRow(db, table, balanceKey(account), update)).done;
    },

    /**
     * Closes an account, if no money of the account is on hold. So a closed account never has a transfer in progress.
     */
    async closeAccount(account: AccountRef): Promise<'closed' | 'holds_money' | 'not_found'> {
      const close = change({ set: { status: 'CLOSED' }, when: '#heldCents = :zero', values: { zero: 0 } });
      const closed = await updateRow(db, table, balanceKey(account), close);
      if (closed.done) return 'closed';
      return closed.row ? 'holds_money' : 'not_found';
    },
  };
}
