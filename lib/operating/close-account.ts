// Closes an account. Refuses while money of the account is on hold. Approved cashouts that hold no money yet end as
// CANCELLED.

import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithOperating } from './deps.ts';

export async function closeAccount(deps: Base & WithOperating, account: AccountRef) {
  const result = await deps.companies.closeAccount(account);
  if (result === 'not_found') refuse('account_not_found');
  if (result === 'holds_money') refuse('account_has_open_transfers');
  return { worked: true, message: 'Account closed' };
}
