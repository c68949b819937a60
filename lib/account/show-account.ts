// Shows an account to an operator: its balance, its freezes and its PIX keys.

import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { toDecimalText } from '../base/money.ts';
import type { Base } from '../platform/deps.ts';
import type { WithAccounts, WithPixKeys } from './deps.ts';
import type { PixKeyRow } from './pix-key-store.ts';

export async function showAccount(deps: Base & WithAccounts & WithPixKeys, ref: AccountRef) {
  const [account, keys] = await Promise.all([deps.accounts.get(ref), deps.pixKeys.list(ref)]);
  if (!account) refuse('account_not_found');
  // The first key of an account that is older than the list of keys is only stored on the account's own row.
  const { pixKey } = account;
  const isListed = pixKey === undefined || keys.some((row) => row.pixKey === pixKey);
  const first: Pick<PixKeyRow, 'pixKey' | 'addedAt' | 'endedAt'>[] = isListed ? [] : [{ pixKey }];
  return {
    account: accountIdOf(account),
    company_id: account.companyId,
    holder: account.holderName,
    legal_id: account.holderLegalId,
    status: account.status,
    available: toDecimalText(account.availableCents),
    held: toDecimalText(account.heldCents),
    posted: toDecimalText(account.postedCents),
    entries: account.seq,
    frozen_since: account.frozenAt ?? null,
    frozen_by: [...(account.freezes ?? [])],
    keys: [...first, ...keys].map(({ pixKey, addedAt, endedAt }) => ({
      key: pixKey,
      added_at: addedAt ?? null,
      ended_at: endedAt ?? null,
    })),
  };
}
