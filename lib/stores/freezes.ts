// Freezing and thawing. A company or client carries a flag on its own row, and its name stands on the row of each of its
// accounts. An account's row changes only while the flag is as it was set: of a freeze and a thaw at once, the later
// flag has the last word on every account.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../cashout.ts';
import type { Freezer } from '../freeze.ts';
import { change } from './expression.ts';
import { balanceKey, clientKey, companyKey } from './keys.ts';
import { type Action, conditionFailed, type Door, transact, withoutConflict } from './table.ts';

/** Whose flag decides; an account decides for itself. */
export type Owner = { kind: 'company' | 'client'; id: string };

export type Marked = 'marked' | 'not_found' | 'overtaken';

const keyOf = ({ kind, id }: Owner) => (kind === 'company' ? companyKey(id) : clientKey(id));

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
    /** @param frozenAt ISO, UTC; undefined thaws. Whether there is such an owner. */
    async flag(owner: Owner, frozenAt: string | undefined): Promise<boolean> {
      const wanted = frozenAt ? { set: { frozenAt } } : { remove: ['frozenAt'] };
      const key = keyOf(owner);
      const update = change({ ...wanted, when: '#pk = :pk', values: { pk: key.pk } });
      const write = new UpdateCommand({ TableName: table, Key: key, ...update });
      try {
        await withoutConflict(door, () => door.client.send(write));
        return true;
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        return false;
      }
    },

    /**
     * Puts a name on an account's row, or takes it away; done twice it is done once. Once it has answered, no
     * reservation that the name is behind can succeed.
     */
    async mark(account: AccountRef, freezer: Freezer, isFrozen: boolean, owner?: Owner): Promise<Marked> {
      const mark: Action = {
        Update: {
          TableName: table,
          Key: balanceKey(account),
          UpdateExpression: `${isFrozen ? 'ADD' : 'DELETE'} freezes :names`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':names': new Set([freezer]) },
        },
      };
      const result = await transact(door, [mark, ...(owner ? [flagIs(owner, isFrozen)] : [])]);
      if (result.done) return 'marked';
      return result.broken[0] ? 'not_found' : 'overtaken';
    },
  };
}
