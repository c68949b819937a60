// Ends a PIX key of an account. From then on, the owner of the key is looked up in the directory, as for any key of
// another institution. The row is kept, and the key may be added again to any account.

import { accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithPixKeys } from './deps.ts';
import { parsePixKey } from './pix-key.ts';

export async function endPixKey(deps: Base & WithPixKeys, text: string) {
  const key = parsePixKey(text)?.value ?? text;
  const row = await deps.pixKeys.get(key);
  if (!row || !(await deps.pixKeys.end(key, row, deps.now().toISOString()))) refuse('pix_key_not_found');
  return { key, account: accountIdOf(row), message: 'Key ended' };
}

export async function showPixKey(deps: Base & WithPixKeys, text: string) {
  const key = parsePixKey(text)?.value ?? text;
  const row = await deps.pixKeys.get(key);
  if (!row) refuse('pix_key_not_found');
  const { addedAt = null, endedAt = null } = row;
  return { key, account: accountIdOf(row), added_at: addedAt, ended_at: endedAt };
}
