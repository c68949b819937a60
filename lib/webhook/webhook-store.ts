// Stores registrations of webhooks, in one partition for each account and in order of creation. Also stores the number
// of an account's registrations, and a pointer to each registration by its id. Deleting a registration removes it and
// its secrets at once. Its pointer stays, so that its id is never used again.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { clientKey, policyKey, rightAttributes } from '../platform/keys.ts';
import { makeReadTogether } from '../platform/read-together.ts';
import { keyedRowsOf } from '../platform/rows.ts';
import { makeSealer } from '../platform/secrets.ts';
import {
  type Action,
  type Database,
  putIfAbsent,
  type Row,
  transact,
  type Wanted,
  withoutConflict,
} from '../platform/table.ts';
import type { SetterRights } from './setter.ts';
import type { Registration, Webhook, WebhookHealth, WebhookRef, WebhookSecrets } from './webhook.ts';

/** A registration as it is stored. Its secrets are encrypted together. */
type StoredWebhook = Registration & { sealed: string };

export const webhookKey = ({ account, createdAt, id }: WebhookRef) => ({
  pk: `ACCOUNT#${accountKey(account)}`,
  sk: `${createdAt}#${String(id).padStart(16, '0')}`,
});
/** Key of the row that stores an account's number of webhooks. Every creation and every deletion writes this row. */
export const webhookCountKey = (account: AccountRef) => ({
  pk: `WEBHOOKS#${accountKey(account)}`,
  sk: 'COUNT',
});
const pointerKey = (id: number) => ({ pk: `WEBHOOK#${id}`, sk: 'WEBHOOK' });

export type Webhooks = ReturnType<typeof makeWebhooks>;

export function makeWebhooks(db: Database) {
  const { WEBHOOKS_TABLE: table, ACCOUNTS_TABLE: accounts } = db.config;
  const rows = keyedRowsOf<StoredWebhook>(db, 'WEBHOOKS_TABLE');
  const pointers = keyedRowsOf<WebhookRef>(db, 'WEBHOOKS_TABLE');
  const sealer = makeSealer(db.config);
  const readTogether = makeReadTogether(db);
  const owner = (id: number) => `webhook ${id}`;

  function seal({ authorizationToken, functionsKey, secret, oldSecrets, ...open }: Webhook): StoredWebhook {
    const secrets: WebhookSecrets = { secret, oldSecrets };
    if (authorizationToken !== undefined) secrets.authorizationToken = authorizationToken;
    if (functionsKey !== undefined) secrets.functionsKey = functionsKey;
    return { ...open, sealed: sealer.seal(JSON.stringify(secrets), owner(open.id)) };
  }

  function open(row: Row): Webhook {
    const { sealed, pk: _pk, sk: _sk, ...stored } = row as StoredWebhook & { pk: string; sk: string };
    return { ...stored, ...(JSON.parse(sealer.open(sealed, owner(stored.id))) as WebhookSecrets) };
  }

  const listRows = (account: AccountRef) => rows.query({ pk: `ACCOUNT#${accountKey(account)}` });

  function count(account: AccountRef, by: number, when: string, values = {}): Action {
    const update = change({ add: { webhooks: by }, when, values });
    return { Update: { TableName: table, Key: webhookCountKey(account), ...update } };
  }

  const withoutSecrets = ({
    sealed: _,
    pk: _pk,
    sk: _sk,
    ...registration
  }: StoredWebhook & Row): Registration => registration;

  return {
    open,

    /** Lists every webhook of an account, oldest first. */
    list: async (account: AccountRef): Promise<Webhook[]> => (await listRows(account)).map(open),

    /** Lists the webhooks without secrets, for functions that may not decrypt them. */
    async listRegistrations(account: AccountRef): Promise<Registration[]> {
      return (await listRows(account)).map(withoutSecrets);
    },

    /** Lists the newest webhooks, newest first. */
    async listNewest(account: AccountRef, limit: number): Promise<Registration[]> {
      const stored = await rows.query({ pk: `ACCOUNT#${accountKey(account)}` }, { limit, newestFirst: true });
      return stored.map(withoutSecrets);
    },

    /** Returns the key of the registration with this id, even if the registration was deleted. */
    find: (id: number): Promise<WebhookRef | undefined> => pointers.get(pointerKey(id)),

    async get(ref: WebhookRef): Promise<Webhook | undefined> {
      const row = await rows.get(webhookKey(ref));
      return row && open(row);
    },

    /**
     * Inserts a webhook. `id_taken`: the id was used before. `full`: the account has `most` webhooks; this is certain
     * even if several webhooks are created at once. `uncounted`: the account's number of webhooks is not stored yet.
     */
    async insert(webhook: Webhook, most: number): Promise<'inserted' | 'id_taken' | 'full' | 'uncounted'> {
      const { id, account, createdAt } = webhook;
      const put = (Item: Row) => ({
        Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' },
      });
      const result = await transact(db, [
        put({ ...seal(webhook), ...webhookKey(webhook) }),
        put({ id, account, createdAt, ...pointerKey(id) }),
        count(account, 1, '#webhooks < :most', { most }),
      ]);
      if (result.done) return 'inserted';
      const [registration, pointer, counted] = result.broken;
      // The key contains the time and the id. So if the row exists, this call wrote it and the acknowledgement was
      // lost.
      if (registration) return 'inserted';
      if (pointer) return 'id_taken';
      return counted?.row ? 'full' : 'uncounted';
    },

    /** Stores the account's number of webhooks, unless it is already stored. */
    async startCount(account: AccountRef, webhooks: number): Promise<void> {
      const row = { ...webhookCountKey(account), webhooks };
      await withoutConflict(db, () => putIfAbsent(db, table, row, 'pk'));
    },

    /** Reads in one call: the current registration, and the rights of the client that set the address. */
    async getWithSetter({ setBy, ...ref }: WebhookRef & Pick<Registration, 'setBy'>) {
      const setters: Wanted[] = setBy
        ? [clientKey(setBy.clientId), policyKey(setBy.userId, ref.account)].map((key) => {
            return { table: accounts, key, only: rightAttributes };
          })
        : [];
      const wanted = [{ table, key: webhookKey(ref) }, ...setters];
      const [row, client, policy] = await readTogether(wanted);
      return { webhook: row && open(row), setter: { client, policy } as SetterRights };
    },

    /** Replaces the changeable fields, unless the registration was changed or deleted since it was read. */
    async replace(read: Webhook, changed: Webhook & { updateAttempt: string }): Promise<boolean> {
      const { url, type, updatedAt, health, sealed, setBy } = seal(changed);
      const { updateAttempt } = changed;
      const replaced = await rows.update(webhookKey(read), {
        set: { url, type, updatedAt, updateAttempt, health, sealed, ...(setBy ? { setBy } : {}) },
        seen: { updatedAt: read.updatedAt, health: read.health },
      });
      return replaced.done;
    },

    /** Writes the receiver's health, unless the health or the URL was changed since it was read. */
    async noteHealth(read: Registration, health: WebhookHealth): Promise<boolean> {
      const seen = { health: read.health, url: read.url };
      return (await rows.update(webhookKey(read), { set: { health }, seen })).done;
    },

    /** Pauses or resumes a webhook, unless the registration or its health was changed since it was read. */
    async setState(read: Registration, { health, updatedAt }: Pick<Registration, 'health' | 'updatedAt'>) {
      const seen = { updatedAt: read.updatedAt, health: read.health };
      return (await rows.update(webhookKey(read), { set: { health, updatedAt }, seen })).done;
    },

    /**
     * Deletes a webhook permanently. If it is already deleted, this is no error, because our own delete may be
     * repeated.
     */
    async delete(ref: WebhookRef): Promise<void> {
      const ConditionExpression = 'attribute_exists(pk)';
      const remove = { Delete: { TableName: table, Key: webhookKey(ref), ConditionExpression } };
      for (;;) {
        const counted = count(ref.account, -1, 'attribute_exists(#webhooks)');
        const result = await transact(db, [remove, counted]);
        if (result.done || result.broken[0]) return;
        await this.startCount(ref.account, (await listRows(ref.account)).length);
      }
    },
  };
}
