// Returns a digest of an account for logs, because logs contain no account numbers. The digest of an account is always
// the same, so a busy account can be found in the logs.

import { createHash } from 'node:crypto';
import { type AccountRef, accountKey } from '../base/account-ref.ts';

export const accountMark = (account: AccountRef): string =>
  createHash('sha256').update(accountKey(account)).digest('hex').slice(0, 12);
