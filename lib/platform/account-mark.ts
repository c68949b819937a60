// A mark of an account in logs, which name no account: the same for the same account, so that a busy one is seen.

import { createHash } from 'node:crypto';
import { type AccountRef, accountKey } from '../base/account-ref.ts';

export const accountMark = (account: AccountRef): string =>
  createHash('sha256').update(accountKey(account)).digest('hex').slice(0, 12);
