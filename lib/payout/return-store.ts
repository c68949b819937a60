// Builds the database action that records a return on the row of its cashout.

import { firstAndLast } from '../base/first-and-last.ts';
import { type Cents, cents } from '../base/money.ts';
import { type Cashout, type LastReturn, type Returned, transitions } from '../cashout/cashout.ts';
import { moveTo } from '../cashout/move-to.ts';
import { writeRow } from '../cashout/row-store.ts';
import type { Action, Database } from '../platform/table.ts';

/** The attributes that a full return adds to the cashout's row. */
export type Refund = Required<Pick<Cashout, 'refundedAt' | 'failureText' | 'failureCode' | 'dueAt'>> & {
  lastReturn?: LastReturn;
};

/**
 * Builds the action that writes the sum of all returns. The action fails if another return was written in the meantime.
 * It also writes REFUNDED if the sum is now the full amount. REFUNDED is a pending event, so the caller must first make
 * sure that the account is watched (lib/account/watch.ts).
 */
export function returnOnRow(db: Database, cashout: Cashout, returned: Cents, refund: Refund): Action {
  const isWhole = returned === cashout.request.amountCents;
  const isFirst = cashout.returnedCents === undefined;
  const seen = isFirst ? 'attribute_not_exists(#returnedCents)' : '#returnedCents = :seen';
  return writeRow(db, cashout, {
    set: {
      returnedCents: returned,
      returns: withReturn(cashout, returned, refund),
      ...(isWhole ? refund : {}),
    },
    ...(isWhole
      ? { append: { pendingEvents: ['refunded'] }, to: moveTo(cashout, transitions.SUCCESS.refund, 'work') }
      : {}),
    when: `#status = :success AND ${seen}`,
    values: { success: 'SUCCESS', ...(isFirst ? {} : { seen: cashout.returnedCents }) },
  });
}

function withReturn(
  cashout: Cashout,
  returned: Cents,
  { refundedAt: at, failureCode: code }: Refund,
): Returned[] {
  const { returns = [], returnedCents = 0 } = cashout;
  return firstAndLast([...returns, { at, amountCents: cents(returned - returnedCents), code }]);
}
