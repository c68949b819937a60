// Writes policies. Each write requires that the policy is still as it was read, so that no write replaces rights that
// its operator has not seen.

import type { Policy } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { clientKey, policyKey, userKey } from '../platform/keys.ts';
import { type Action, type Database, type Key, type Row, transact } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';

type Seen = Pick<Policy, 'permissions' | 'without' | 'active'> | undefined;

/** Returns the condition that the policy is as it was read. */
function asRead(seen: Seen) {
  if (!seen) return { when: 'attribute_not_exists(#permissions)' };
  const { permissions, without, active } = seen;
  const same = '#permissions = :permissions AND #active = :active AND';
  return without
    ? { when: `${same} #without = :without`, values: { permissions, active, without } }
    : { when: `${same} attribute_not_exists(#without)`, values: { permissions, active } };
}

/** Returns a function that makes a transaction's check of a row's condition. `values`: by their names in it, as `:yes`. */
export const makeCheck =
  (table: string | undefined) =>
  (key: Key, condition: string, values?: Row): Action => ({
    ConditionCheck: {
      TableName: table,
      Key: key,
      ConditionExpression: condition,
      ...(values ? { ExpressionAttributeValues: values } : {}),
    },
  });

export function makePolicyWrites(db: Database) {
  const table = db.config.ACCOUNTS_TABLE;
  const check = makeCheck(table);

  return {
    /**
     * Replaces the policy of a client's user on an account. The client must be active, no client of that user may be
     * frozen, and the user may not have got another client in the meantime.
     * @param clients all clients of the user, if the user's row lists them
     * @param seen the policy as it was read
     */
    async setPolicy(
      policy: Policy,
      clientId: string,
      clients: ReadonlySet<string> | undefined,
      seen: Seen,
    ): Promise<'set' | 'client_changed' | 'policy_changed'> {
      const isThawed = 'attribute_not_exists(frozenAt)';
      const others = [...(clients ?? [])].filter((id) => id !== clientId);
      const { UpdateExpression: _, ExpressionAttributeValues: values, ...condition } = change(asRead(seen));
      const put = {
        TableName: table,
        Item: { ...policy, ...policyKey(policy.userId, policy) },
        ...condition,
        ...(seen ? { ExpressionAttributeValues: values } : {}),
      };
      const result = await transact(db, [
        { Put: put },
        check(clientKey(clientId), `active = :yes AND ${isThawed}`, { ':yes': true }),
        ...others.map((id) => check(clientKey(id), isThawed)),
        ...(clients ? [check(userKey(policy.userId), 'clients = :clients', { ':clients': clients })] : []),
      ]);
      if (result.done) return 'set';
      return result.broken.slice(1).some(Boolean) ? 'client_changed' : 'policy_changed';
    },

    /** Ends a policy that is still as it was read. */
    async endPolicy(userId: string, account: AccountRef, seen: Policy): Promise<boolean> {
      const end = change({ set: { active: false }, ...asRead(seen) });
      return (await updateRow(db, table, policyKey(userId, account), end)).done;
    },
  };
}
