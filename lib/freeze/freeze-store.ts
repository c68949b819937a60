// Freezes and thaws. A frozen account, company or client has a flag (`frozenAt`) on its own row. A freeze of a company
// or a client also adds a name (`company`, or the client's user) to the row of each of its accounts. Each of these
// writes requires that the flag agrees. So if a freeze and a thaw run at the same time, the later flag decides for
// every account.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { balanceKey, clientKey, companyKey, userKey } from '../platform/keys.ts';
import { type Action, conditionFailed, type Database, transact, withoutConflict } from '../platform/table.ts';
import type { Freezer } from './freeze.ts';

/** Names the row with the flag. */
export type Owner = { kind: 'company' | 'client'; id: string } | { kind: 'account'; account: AccountRef };

/** A user, with the clients that were read. */
export type UserClients = { userId: string; clients: ReadonlySet<string> };

/** Maximum number of tries of a write. A freeze must succeed even on an account from which all workers are paying. */
const patience = 60;

export type Marked = 'marked' | 'not_found' | 'overtaken';

function keyOf(owner: Owner) {
  if (owner.kind === 'account') return balanceKey(owner.account);
  return owner.kind === 'company' ? companyKey(owner.id) : clientKey(owner.id);
}

/** Returns the condition that none of these names is on an account's row. */
export function frozenByNone(freezers: readonly Freezer[]) {
  return {
    when: freezers.map((_, index) => `NOT contains(#freezes, :freezer${index})`).join(' AND '),
    values: Object.fromEntries(freezers.map((freezer, index) => [`freezer${index}`, freezer])),
  };
}

export type Freezes = ReturnType<typeof makeFreezes>;

export function makeFreezes(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;

  /** Returns the condition that the owner's flag is set, or that the owner's row exists without the flag. */
  const flagIs = (owner: Owner, isFrozen: boolean): Action => ({
    ConditionCheck: {
      TableName: table,
      Key: keyOf(owner),
      ConditionExpression: isFrozen
        ? 'attribute_exists(frozenAt)'
        : 'attribute_exists(pk) AND attribute_not_exists(frozenAt)',
    },
  });

  /** Returns the conditions that no client of the user is frozen, and that these are all of the user's clients. */
  const allThawed = ({ userId, clients }: UserClients): Action[] => [
    ...[...clients].map((id) => flagIs({ kind: 'client', id }, false)),
    {
      ConditionCheck: {
        TableName: table,
        Key: userKey(userId),
        ConditionExpression: 'clients = :clients',
        ExpressionAttributeValues: { ':clients': clients },
      },
    },
  ];

  return {
    /**
     * Sets the flag on an existing row. An account's row also gets the name of the freeze.
     * @param frozenAt ISO, UTC
     */
    async raise(owner: Owner, frozenAt: string): Promise<void> {
      const names = owner.kind === 'account' ? { ':names': new Set(['account']) } : undefined;
      const write = new UpdateCommand({
        TableName: table,
        Key: keyOf(owner),
        UpdateExpression: `SET frozenAt = :at${names ? ' ADD freezes :names' : ''}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': frozenAt, ...names },
      });
      await withoutConflict(db, () => db.client.send(write), patience);
    },

    /** Removes the flag if it is still the flag that was read, so that a late thaw does not end a newer freeze. */
    async lower(owner: Owner, seen: string): Promise<'lowered' | 'overtaken'> {
      const names = owner.kind === 'account' ? { ':names': new Set(['account']) } : undefined;
      const write = new UpdateCommand({
        TableName: table,
        Key: keyOf(owner),
        UpdateExpression: `REMOVE frozenAt${names ? ' DELETE freezes :names' : ''}`,
        ConditionExpression: 'frozenAt = :seen',
        ExpressionAttributeValues: { ':seen': seen, ...names },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
      try {
        await withoutConflict(db, () => db.client.send(write), patience);
        return 'lowered';
      } catch (error) {
        const failed = conditionFailed(error);
        if (!failed) throw error;
        // The flag is already removed: by our own write, whose acknowledgement was lost, or by another thaw.
        return failed.row?.frozenAt === undefined ? 'lowered' : 'overtaken';
      }
    },

    /**
     * Adds the name of a freeze to an account's row, or removes it, if the flag agrees. Repeating it has no effect.
     * Once the name is added, no hold that the name forbids can succeed.
     * @param user the user whose name is removed; the name is only removed if none of the user's clients is frozen
     */
    async mark(
      account: AccountRef,
      freezer: Freezer,
      isFrozen: boolean,
      owner: Owner,
      user?: UserClients,
    ): Promise<Marked> {
      const mark: Action = {
        Update: {
          TableName: table,
          Key: balanceKey(account),
          UpdateExpression: `${isFrozen ? 'ADD' : 'DELETE'} freezes :names`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':names': new Set([freezer]) },
        },
      };
      const flags = isFrozen || !user ? [flagIs(owner, isFrozen)] : allThawed(user);
      const result = await transact(db, [mark, ...flags], patience);
      if (result.done) return 'marked';
      return result.broken[0] ? 'not_found' : 'overtaken';
    },
  };
}
