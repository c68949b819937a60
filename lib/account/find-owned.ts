// What one caller may see of the rows that belong to an account. Missing, another company's and without a policy on
// the account are the same, and cost the same reads: not found.

import type { Identity } from '../access/tokens.ts';
import type { Core } from '../app/deps.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { type RefusalCode, refuse } from '../base/errors.ts';
import { hasPolicy, type Policy } from './policy.ts';

/** The row and the caller's policies are read side by side: the account is only known from the row. */
export async function findOwned<Row extends { companyId: string; account: AccountRef }>(
  deps: Core,
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
