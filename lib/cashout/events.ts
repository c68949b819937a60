// Makes the events of a cashout's changes, for payer and payee, with the webhook types of each event (spec: Events).

import { invariant } from '../base/errors.ts';
import type { Movement } from '../ledger/entry.ts';
import { type AccountEvent, makeEvent } from '../webhook/event.ts';
import { type EventName, eventTypes } from '../webhook/event-types.ts';
import type { EventType } from '../webhook/webhook.ts';
import { asOf, changedAt } from './as-of.ts';
import type { Cashout, CashoutChange } from './cashout.ts';
import { presentCashIn, presentCashout } from './present.ts';
import { type PartialReturn, payeesIds } from './receipt.ts';

/** Returns the payer's webhook types for a change. They are the same for any kind of payee. */
export const typesOf = (change: CashoutChange): readonly EventType[] => eventTypes[`cashout.${change}`];

/** The events that the payee of a transfer within this institution gets, by change. */
const payeeEvents: Partial<Record<CashoutChange, { type: EventName; name: string }>> = {
  succeeded: { type: 'cashin.received', name: 'received' },
  refunded: { type: 'cashin.returned', name: 'returned' },
};

/** The changes of a transfer within this institution that webhooks of type INTERNAL get. */
const internalChanges: readonly CashoutChange[] = ['succeeded', 'failed', 'refunded'];

/**
 * Returns the events of one change: the payer's event, and the payee's event if its account is in this institution. Ids
 * are computed from the change, and a body is the API's answer at that moment, so a second run makes the same bytes. An
 * event has a movement only if its change itself moves money. All other ledger entries have their own events.
 */
export function cashoutEvents(cashout: Cashout, change: CashoutChange): AccountEvent[] {
  const at = changedAt(cashout, change);
  invariant(at, `cashout ${cashout.id} has no time for its pending event ${change}`);
  const payee = cashout.recipient?.ownAccount;
  const told = payee && payeeEvents[change];
  const internal = payee && internalChanges.includes(change) ? (['INTERNAL'] as const) : [];
  const types = [...typesOf(change), ...internal];
  const data = presentCashout(asOf(cashout, change), 'lookup');
  const id = `cashout-${cashout.id}-${change}`;
  const own = { account: cashout.account, id, at, type: `cashout.${change}`, types } as const;
  const payers = makeEvent(own, data, payersMovement(cashout, change));
  if (!told) return [payers];
  const { type, name } = told;
  const payeeTypes = [...eventTypes[type], ...internal];
  const { transactionId } = payeesIds(cashout);
  const about = { account: payee, id: `cashin-${transactionId}-${name}`, at, type };
  const movement = payeesMovement(cashout, change);
  return [payers, makeEvent({ ...about, types: payeeTypes }, presentCashIn(cashout), movement)];
}

/** Returns the events of a partial return. The transfer stays SUCCESS. */
export function partialReturnEvents(cashout: Cashout, part: PartialReturn): AccountEvent[] {
  const { at, creditCode, debitCode } = part;
  const payee = cashout.recipient?.ownAccount;
  const own = {
    account: cashout.account,
    id: `cashout-${cashout.id}-returned-${creditCode}`,
    at,
    type: 'cashout.partially_refunded',
    types: payee ? (['CASHOUT', 'INTERNAL'] as const) : (['CASHOUT'] as const),
  } as const;
  const back = { ...cashout, lastReturn: part };
  const data = presentCashout(asOf(cashout, 'succeeded'), 'lookup');
  const payers = makeEvent(own, data, payersMovement(back, 'refunded'));
  if (!payee) return [payers];
  const id = `cashin-${payeesIds(cashout).transactionId}-returned-${debitCode}`;
  const about = { account: payee, id, at, type: 'cashin.partially_returned', types: ['INTERNAL'] } as const;
  return [payers, makeEvent(about, presentCashIn(cashout), payeesMovement(back, 'refunded'))];
}

function payersMovement(cashout: Cashout, change: CashoutChange): Movement | undefined {
  const { request, debitCode: code, lastReturn } = cashout;
  if (change === 'succeeded')
    return { direction: 'DEBIT', type: 'PIX_CASHOUT', amountCents: request.amountCents, code };
  if (change !== 'refunded' || !lastReturn) return undefined;
  const { amountCents, creditCode } = lastReturn;
  return { direction: 'CREDIT', type: 'PIX_CASHOUT_REFUND', amountCents, code: creditCode };
}

function payeesMovement(cashout: Cashout, change: CashoutChange): Movement | undefined {
  const { request, receipt, lastReturn } = cashout;
  if (change === 'succeeded')
    return {
      direction: 'CREDIT',
      type: 'PIX_CASHIN',
      amountCents: request.amountCents,
      code: receipt?.code,
    };
  if (change !== 'refunded' || !lastReturn) return undefined;
  const { amountCents, debitCode } = lastReturn;
  return { direction: 'DEBIT', type: 'PIX_CHARGEBACK', amountCents, code: debitCode };
}
