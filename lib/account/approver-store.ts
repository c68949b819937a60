// Reads which users could approve on an account now. An approval that is not complete counts only if its giver could
// give it now, so each place that counts approvals asks here.

import { type Client, isAdmitted } from '../access/client.ts';
import { listClientIds } from '../access/company-list-store.ts';
import type { User } from '../access/user-store.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { clientKey, policyKey, userKey } from '../platform/keys.ts';
import { readAll } from '../platform/open-rows.ts';
import type { Database } from '../platform/table.ts';
import { mayApprove, type Policy } from './policy.ts';

/** An account, and the company that owned it when the approvals were given. */
export type Approved = { account: AccountRef; companyId: string };

/**
 * Returns whether a user could approve now. The policy must contain the right. The user must have an open client, and
 * no frozen client, because a freeze of one client stops everything that its user has approved.
 */
function couldApprove(
  user: { userId: string; companyId: string },
  policy: Policy | undefined,
  clients: readonly Client[],
): boolean {
  const own = clients.filter((client) => client.userId === user.userId);
  const isFrozen = own.some(({ frozenAt }) => frozenAt !== undefined);
  return mayApprove(user, policy) && !isFrozen && own.some(isAdmitted);
}

/** Returns those of the users who could approve on the account now. Makes two batch reads, or none without users. */
export async function findApprovers(
  db: Database,
  { account, companyId }: Approved,
  userIds: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(userIds)];
  const table = db.config.ACCOUNTS_TABLE;
  const read = async (keys: readonly { pk: string; sk: string }[]) =>
    readAll(
      db,
      keys.map((key) => ({ table, key })),
    );
  const rows = await read([...ids.map((id) => policyKey(id, account)), ...ids.map(userKey)]);
  const users = rows.slice(ids.length) as (User | undefined)[];
  const named = users.flatMap((user) => [...(user?.clients ?? [])]);
  // The row of a user of version 0.1.0 does not list its clients.
  const listed = users.some((user) => user && !user.clients) ? await listClientIds(db, companyId) : [];
  const clients = await read([...new Set([...named, ...listed])].map(clientKey));
  const known = clients.filter((client) => client !== undefined) as Client[];
  return new Set(
    ids.filter((userId, at) => couldApprove({ userId, companyId }, rows[at] as Policy | undefined, known)),
  );
}
