// Checks the rule low_balance: an event is recorded when the available balance falls below an amount. The next event is
// only recorded after the balance has reached the amount again. The rule is checked when a payout is settled. Pure: no
// calls.

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Account } from './account.ts';

/** An account that fell below the amount. `seq`: number of the last entry of the posting that lowered the balance. */
export type Fallen = { account: AccountRef; availableCents: Cents; belowCents: Cents; seq: number };

/**
 * Returns whether the balance falls below the amount, reaches it again, or neither.
 * @param availableCents the available balance after the posting
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
