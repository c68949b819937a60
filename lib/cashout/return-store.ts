// What a return writes on the row of the cashout whose money came back.

import type { Cents } from '../base/money.ts';
import { change } from '../platform/expression.ts';
import { laneOf } from '../platform/open-work.ts';
import type { Action, Door } from '../platform/table.ts';
import { type Cashout, type CashoutChange, type LastReturn, nextStatus } from './cashout.ts';

/** What a cashout takes on when the whole of it has come back. */
export type Refund = Required<Pick<Cashout, 'refundedAt' | 'failureText' | 'failureCode' | 'dueAt'>> & {
  lastReturn?: LastReturn;
};

/** The sum on the row, on the condition that no other return came between; and the end, if this makes it whole. */
export function returnOnRow(door: Door, cashout: Cashout, returned: Cents, refund: Refund): Action {
  const isWhole = returned === cashout.request.amountCents;
  const end = { ...refund, status: nextStatus('SUCCESS', 'refund'), lane: laneOf('cashout', cashout.id) };
  const isFirst = cashout.returnedCents === undefined;
  const seen = isFirst ? 'attribute_not_exists(#returnedCents)' : '#returnedCents = :seen';
  const update = change({
    set: { returnedCents: returned, ...(isWhole ? end : {}) },
    append: isWhole ? { owedEvents: ['refunded' satisfies CashoutChange] } : {},
    when: `#status = :success AND ${seen}`,
    values: { success: 'SUCCESS', ...(isFirst ? {} : { seen: cashout.returnedCents }) },
  });
  return { Update: { TableName: door.config.CASHOUTS_TABLE, Key: { id: cashout.id }, ...update } };
}
