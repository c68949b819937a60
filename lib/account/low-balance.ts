// The rule low_balance: an event once, when what is available falls below an amount, and again only after it has been as
// much or more. It is looked at when a payout is settled. Pure.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Account } from './account.ts';

/** An account that has fallen below. `seq`: of the last entry of the posting with which it did. */
export type Fallen = { account: AccountRef; availableCents: Cents; belowCents: Cents; seq: number };

/** Whether it falls below now, rises again, or stays as it is. @param availableCents after the posting */
export function lowChange(
  { rules, isLow }: Pick<Account, 'rules' | 'isLow'>,
  availableCents: number,
): 'falls' | 'rises' | undefined {
  const belowCents = rules?.lowBalanceCents;
  const willBeLow = belowCents !== undefined && availableCents < belowCents;
  if (willBeLow === (isLow === true)) return undefined;
  return willBeLow ? 'falls' : 'rises';
}
