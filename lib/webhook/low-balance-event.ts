// Makes the event of an account whose available balance has fallen below the amount of its rule.

import type { Fallen } from '../account/low-balance.ts';
import { toDecimal } from '../base/money.ts';
import { type AccountEvent, makeEvent } from './event.ts';

/**
 * Makes the event.
 * @param at ISO, UTC
 */
export function lowBalanceEvent(
  { account, availableCents, belowCents, seq }: Fallen,
  at: string,
): AccountEvent {
  const about = { account, id: `account-low-${seq}`, at, type: 'account.low_balance' } as const;
  return makeEvent(
    { ...about, types: ['INTEGRATION'] },
    {
      account_branch_identifier: account.branch,
      account_number: account.number,
      available: toDecimal(availableCents),
      below: toDecimal(belowCents),
    },
  );
}
