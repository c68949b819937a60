// Finds exports that the caller may see. The caller needs a policy on the account of the export.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithExports } from './deps.ts';
import type { Export } from './export.ts';

type Deps = Base & WithAccounts & WithExports;

export async function findExport(
  deps: Deps,
  caller: Identity,
  account: AccountRef,
  id: string,
): Promise<Export> {
  await findAccount(deps, caller, account);
  const found = await deps.exports.get(account, id);
  if (!found || isOver(found, deps.now())) refuse('export_not_found');
  return found;
}

/** Lists the exports, newest first. */
export async function listExports(deps: Deps, caller: Identity, account: AccountRef): Promise<Export[]> {
  await findAccount(deps, caller, account);
  const found = await deps.exports.list(account);
  return found
    .filter((one) => !isOver(one, deps.now()))
    .sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

/** Returns whether an export has expired. The check is needed because DynamoDB deletes an expired row later. */
const isOver = ({ expiresAt }: Export, now: Date) => expiresAt * 1000 <= now.getTime();
