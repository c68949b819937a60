// Closes an account. What is approved but not yet held ends CANCELLED; what is held must end first.

import type { Core } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';

export async function closeAccount(deps: Core, account: AccountRef) {
  const result = await deps.tenants.closeAccount(account);
  if (result === 'not_found') refuse('account_not_found');
  if (result === 'holds_money') refuse('account_has_open_transfers');
  return { worked: true, message: 'Account closed' };
}
