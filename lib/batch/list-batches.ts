// Lists an account's batches, newest first.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import type { Base } from '../platform/deps.ts';
import type { Batch } from './batch.ts';
import type { WithBatches } from './deps.ts';

type Wanted = {
  source_account_branch_identifier: string;
  source_account_number: string;
  /** Creation time and id of the last batch of the previous page, joined by a hyphen. */
  before?: string | undefined;
  limit: number;
};

/**
 * Lists one page.
 * @returns `before`: the value for the next page; null on the last page
 */
export async function listBatches(
  deps: Base & WithAccounts & WithBatches,
  caller: Identity,
  { source_account_branch_identifier, source_account_number, before, limit }: Wanted,
): Promise<{ rows: Batch[]; before: string | null }> {
  const account = { branch: source_account_branch_identifier, number: source_account_number };
  await findAccount(deps, caller, account);
  const [, createdAt = '', id = ''] = /^(.*)-([0-9a-f]{32})$/.exec(before ?? '') ?? [];
  const found = await deps.batches.list(account, limit + 1, before ? { createdAt, id } : undefined);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, before: last && found.length > limit ? `${last.createdAt}-${last.id}` : null };
}
