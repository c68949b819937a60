// A digest of an account for logs, which contain no account numbers. It is always the same for an account, so a busy
// one can be found.

import { createHash } from 'node:crypto';
import { type AccountRef, accountKey } from '../base/account-ref.ts';

export const accountMark = (account: AccountRef): string =>
  createHash('sha256').update(accountKey(account)).digest('hex').slice(0, 12);
