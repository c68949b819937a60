// Makes the events of a chargeback: its acceptance by the network and its end, for the account and for a payer in this
// institution.

import { invariant } from '../base/errors.ts';
import { type AccountEvent, makeEvent } from '../webhook/event.ts';
import type { EventType } from '../webhook/webhook.ts';
import { type Chargeback, isInternal } from './chargeback.ts';
import { presentChargeback, presentChargebackCashIn } from './present.ts';

/** Returns the events of a chargeback's current state that are not recorded yet. */
export function chargebackEvents(chargeback: Chargeback): AccountEvent[] {
  const isTaken = chargeback.acceptedAt && !chargeback.acceptanceTold && !isInternal(chargeback);
  return [...(isTaken ? [accepted(chargeback)] : []), ...(chargeback.owesEvent ? ends(chargeback) : [])];
}

/**
 * Returns the event of the acceptance. If the payer is outside this institution, the money leaves at the acceptance,
 * before the end.
 */
function accepted(chargeback: Chargeback): AccountEvent {
  const { id, account, acceptedAt: at, debitCode: code, request } = chargeback;
  invariant(at, 'an accepted chargeback has the time of its acceptance');
  const movement = {
    direction: 'DEBIT',
    type: 'PIX_CHARGEBACK',
    amountCents: request.amountCents,
    code,
  } as const;
  return makeEvent(
    { account, id: `chargeback-${id}-accepted`, at, type: 'chargeback.accepted', types: ['INTEGRATION'] },
    presentChargeback({ ...chargeback, status: 'PENDING' }),
    movement,
  );
}

function ends(chargeback: Chargeback): AccountEvent[] {
  const { id, account, endedAt: at, payment, request, acceptedAt, debitCode, creditCode } = chargeback;
  const { amountCents } = request;
  invariant(at, 'a chargeback with a pending final event has ended');
  const inside = isInternal(chargeback);
  const debit = { direction: 'DEBIT', type: 'PIX_CHARGEBACK', amountCents, code: debitCode } as const;
  const back = { direction: 'CREDIT', type: 'PIX_CHARGEBACK_REFUND', amountCents, code: creditCode } as const;
  const isDone = chargeback.status === 'SUCCESS';
  const name = isDone ? 'succeeded' : 'rejected';
  const types: EventType[] = inside ? ['INTEGRATION', 'INTERNAL'] : ['INTEGRATION'];
  const movement = isDone ? (inside ? debit : undefined) : acceptedAt ? back : undefined;
  const own = makeEvent(
    { account, id: `chargeback-${id}-${name}`, at, type: `chargeback.${name}`, types },
    presentChargeback(chargeback),
    movement,
  );
  return payment.payer.account && isDone ? [own, payersEvent(chargeback, at)] : [own];
}

/** Returns the payer's event, with the payer's own ids. */
function payersEvent(chargeback: Chargeback, at: string): AccountEvent {
  const { payment, payerCode: code, request } = chargeback;
  const account = payment.payer.account;
  invariant(account, 'the payer of an internal chargeback has an account');
  const data = presentChargebackCashIn(chargeback);
  // A chargeback older than `payerCode` keeps its event id, because its event may already be recorded.
  const id =
    code === undefined
      ? `cashin-${chargeback.id}-received`
      : `cashin-${data.transaction_id}-received-${code}`;
  const { amountCents } = request;
  return makeEvent({ account, id, at, type: 'cashin.received', types: ['CASHIN', 'INTERNAL'] }, data, {
    direction: 'CREDIT',
    type: 'PIX_CASHOUT_REFUND',
    amountCents,
    code,
  });
}
