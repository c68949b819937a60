// What a log line about moved money names: the cashout, and a mark of the account that pays.

import type { Cashout } from '../cashout/cashout.ts';
import { accountMark } from '../platform/account-mark.ts';
import type { LogFields } from '../platform/log.ts';

export const aboutMoney = ({ id, account }: Pick<Cashout, 'id' | 'account'>): LogFields => ({
  cashoutId: id,
  account: accountMark(account),
});
