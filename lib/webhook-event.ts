// Which event types a state change has (spec: Events), and the event as it is stored and will be delivered.

import { asOf, type Cashout, type CashoutChange, changedAt } from './cashout.ts';
import { invariant } from './errors.ts';
import { presentCashout } from './present.ts';

export type EventType = 'PIX_CASHOUT_CREATED' | 'PIX_CASHOUT_SUCCESS' | 'CASHOUT';

const typesOf: Record<CashoutChange, readonly EventType[]> = {
  created: ['PIX_CASHOUT_CREATED'],
  approved: [],
  succeeded: ['PIX_CASHOUT_SUCCESS', 'CASHOUT'],
  failed: ['CASHOUT'],
  cancelled: ['CASHOUT'],
  refunded: ['CASHOUT'],
};

export type CashoutEvent = { id: string; at: string; body: string };

/**
 * The event of one state change: its id comes from the change, its body is the record as the API would have
 * answered at that moment, so recording twice gives the same bytes.
 */
export function cashoutEvent(cashout: Cashout, change: CashoutChange): CashoutEvent {
  const at = changedAt(cashout, change);
  invariant(at, `cashout ${cashout.id} owes an event for ${change} but has no time for it`);
  const id = `cashout-${cashout.id}-${change}`;
  const data = presentCashout(asOf(cashout, change), 'lookup');
  const body = JSON.stringify({
    id,
    type: `cashout.${change}`,
    types: typesOf[change],
    created_at: at,
    data,
  });
  return { id, at, body };
}
