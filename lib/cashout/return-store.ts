// The writes of a return on the row of the cashout whose money came back.

import { firstAndLast } from '../base/first-and-last.ts';
import { type Cents, cents } from '../base/money.ts';
import { change } from '../platform/expression.ts';
import type { Action, Database } from '../platform/table.ts';
import { type Cashout, type CashoutChange, type LastReturn, nextStatus, type Returned } from './cashout.ts';
import { standingOf } from './list-place.ts';
import { openPartOf } from './open-place.ts';

/** The attributes of a cashout that was returned in full. */
export type Refund = Required<Pick<Cashout, 'refundedAt' | 'failureText' | 'failureCode' | 'dueAt'>> & {
  lastReturn?: LastReturn;
};

/**
 * Writes the returned sum, unless another return came in between; and REFUNDED, if the sum is now the full
 * amount. REFUNDED is a pending event, so the caller has seen to the account's watch before.
 */
export function returnOnRow(db: Database, cashout: Cashout, returned: Cents, refund: Refund): Action {
  const isWhole = returned === cashout.request.amountCents;
  const openAccount = openPartOf(cashout.account, cashout.id);
  const standing = standingOf(cashout.account, 'REFUNDED');
  const end = { ...refund, status: nextStatus('SUCCESS', 'refund'), openAccount, standing };
  const isFirst = cashout.returnedCents === undefined;
  const seen = isFirst ? 'attribute_not_exists(#returnedCents)' : '#returnedCents = :seen';
  const update = change({
    set: { returnedCents: returned, returns: withReturn(cashout, returned, refund), ...(isWhole ? end : {}) },
    append: isWhole ? { pendingEvents: ['refunded' satisfies CashoutChange] } : {},
    when: `#status = :success AND ${seen}`,
    values: { success: 'SUCCESS', ...(isFirst ? {} : { seen: cashout.returnedCents }) },
  });
  return { Update: { TableName: db.config.CASHOUTS_TABLE, Key: { id: cashout.id }, ...update } };
}

function withReturn(
  cashout: Cashout,
  returned: Cents,
  { refundedAt: at, failureCode: code }: Refund,
): Returned[] {
  const { returns = [], returnedCents = 0 } = cashout;
  return firstAndLast([...returns, { at, amountCents: cents(returned - returnedCents), code }]);
}
