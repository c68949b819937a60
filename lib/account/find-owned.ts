// Finds a row of an account that the caller may see. Three cases get the same "not found" after the same reads, so that
// a caller cannot tell them apart: the row does not exist, it belongs to another company, or the caller has no policy
// on its account.

import type { Identity } from '../access/tokens.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { type RefusalCode, refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithAccounts } from './deps.ts';
import { hasPolicy, type Policy } from './policy.ts';

/**
 * Finds the row. Only the row names its account, so all of the caller's policies are read, in parallel with the row.
 */
export async function findOwned<Row extends { companyId: string; account: AccountRef }>(
  deps: Base & WithAccounts,
  caller: Identity,
  reading: Promise<Row | undefined>,
  notFound: RefusalCode,
): Promise<{ row: Row; policy: Policy }> {
  const [row, policies] = await Promise.all([reading, deps.accounts.listPolicies(caller.userId)]);
  if (row?.companyId !== caller.companyId) refuse(notFound);
  const policy = policies.find((candidate) => isSameAccount(candidate, row.account));
  if (!hasPolicy(caller, policy)) refuse(notFound);
  return { row, policy };
}
