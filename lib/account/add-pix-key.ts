// Adds a PIX key to one of our accounts. From then on, payments to the key credit this account. This does not register
// the key in the network's directory.

import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithAccounts, WithPixKeys } from './deps.ts';
import { parsePixKey } from './pix-key.ts';

export async function addPixKey(deps: Base & WithAccounts & WithPixKeys, ref: AccountRef, text: string) {
  const key = parsePixKey(text, deps.config.CNPJ_LETTERS) ?? refuse('invalid_pix_key');
  const account = await deps.accounts.get(ref);
  if (!account) refuse('account_not_found');
  const inserted = await deps.pixKeys.insert(key.value, ref, deps.now().toISOString());
  if (inserted === 'account_closed') refuse('account_is_closed');
  if (inserted === 'taken') refuse('pix_key_taken');
  return { key: key.value, type: key.type, account: accountIdOf(ref) };
}
