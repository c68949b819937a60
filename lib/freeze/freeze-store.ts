// Freezing and thawing. Whoever is frozen carries a flag on its own row; the name of a company or client stands on the
// row of each of its accounts, and changes only while the flag is as it was set: of a freeze and a thaw at once, the
// later flag has the last word on every account.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../base/account-ref.ts';
import { balanceKey, clientKey, companyKey } from '../platform/keys.ts';
import { type Action, conditionFailed, type Door, transact, withoutConflict } from '../platform/table.ts';
import type { Freezer } from './freeze.ts';

/** Whose flag decides. */
export type Owner = { kind: 'company' | 'client'; id: string } | { kind: 'account'; account: AccountRef };

/** Tries against an account that is just now paying with all workers: a freeze is not to give up on that one. */
const patience = 60;

export type Marked = 'marked' | 'not_found' | 'overtaken';

function keyOf(owner: Owner) {
  if (owner.kind === 'account') return balanceKey(owner.account);
  return owner.kind === 'company' ? companyKey(owner.id) : clientKey(owner.id);
}

/** What holds on an account's row while none of these freezes it. */
export function frozenByNone(freezers: readonly Freezer[]) {
  return {
    when: freezers.map((_, index) => `NOT contains(#freezes, :freezer${index})`).join(' AND '),
    values: Object.fromEntries(freezers.map((freezer, index) => [`freezer${index}`, freezer])),
  };
}

export type Freezes = ReturnType<typeof makeFreezes>;

export function makeFreezes(door: Door) {
  const table = door.config.ACCOUNTS_TABLE;

  /** Holds as long as the owner's flag is up, or down. */
  const flagIs = (owner: Owner, isFrozen: boolean): Action => ({
    ConditionCheck: {
      TableName: table,
      Key: keyOf(owner),
      ConditionExpression: isFrozen
        ? 'attribute_exists(frozenAt)'
        : 'attribute_exists(pk) AND attribute_not_exists(frozenAt)',
    },
  });

  return {
    /** The flag of somebody who exists goes up; an account's own name onto its row with it. @param frozenAt ISO, UTC */
    async raise(owner: Owner, frozenAt: string): Promise<void> {
      const names = owner.kind === 'account' ? { ':names': new Set(['account']) } : undefined;
      const write = new UpdateCommand({
        TableName: table,
        Key: keyOf(owner),
        UpdateExpression: `SET frozenAt = :at${names ? ' ADD freezes :names' : ''}`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': frozenAt, ...names },
      });
      await withoutConflict(door, () => door.client.send(write), patience);
    },

    /** The flag goes down, if it is the one that was seen: a thaw that comes late ends no freeze that came after it. */
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
        await withoutConflict(door, () => door.client.send(write), patience);
        return 'lowered';
      } catch (error) {
        const failed = conditionFailed(error);
        if (!failed) throw error;
        // Down already: our own write, whose acknowledgement was lost, or somebody else's to the same end.
        return failed.row?.frozenAt === undefined ? 'lowered' : 'overtaken';
      }
    },

    /**
     * Puts the name of a company or client on an account's row, or takes it away, as its flag has it; done twice it is
     * done once. Once it has answered, no reservation that the name is behind can succeed.
     */
    async mark(account: AccountRef, freezer: Freezer, isFrozen: boolean, owner: Owner): Promise<Marked> {
      const mark: Action = {
        Update: {
          TableName: table,
          Key: balanceKey(account),
          UpdateExpression: `${isFrozen ? 'ADD' : 'DELETE'} freezes :names`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':names': new Set([freezer]) },
        },
      };
      const result = await transact(door, [mark, flagIs(owner, isFrozen)], patience);
      if (result.done) return 'marked';
      return result.broken[0] ? 'not_found' : 'overtaken';
    },
  };
}
