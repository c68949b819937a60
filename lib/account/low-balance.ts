// The rule low_balance: one event when the available balance falls below an amount. The next event needs the balance to
// reach the amount again first. Checked when a payout is settled. Pure.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Account } from './account.ts';

/** An account that fell below the amount. `seq`: number of the last entry of that posting. */
export type Fallen = { account: AccountRef; availableCents: Cents; belowCents: Cents; seq: number };

/**
 * Whether the balance falls below the amount, reaches it again, or neither.
 * @param availableCents after the posting
 */
export function lowChange(
  { rules, isLow }: Pick<Account, 'rules' | 'isLow'>,
  availableCents: number,
): 'falls' | 'rises' | undefined {
  const belowCents = rules?.lowBalanceCents;
  const willBeLow = belowCents !== undefined && availableCents < belowCents;
  if (willBeLow === (isLow === true)) return undefined;
  return willBeLow ? 'falls' : 'rises';
}
