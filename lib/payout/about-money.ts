// Returns the fields of a log line about money: the cashout, and a digest of the paying account.

import type { Cashout } from '../cashout/cashout.ts';
import { accountMark } from '../platform/account-mark.ts';
import type { LogFields } from '../platform/log.ts';

export const aboutMoney = ({ id, account }: Pick<Cashout, 'id' | 'account'>): LogFields => ({
  cashoutId: id,
  account: accountMark(account),
});
