// Applies what the network tells us, once each. A notice that comes before its time is parked, never dropped; one
// that cannot be true becomes an incident for a person.

import type { Cashout } from '../cashout.ts';
import type { Core, WithNetwork, WithQueues } from '../deps.ts';
import { isSameAccount } from '../ledger.ts';
import {
  type MedReported,
  type NetworkEvent,
  noticeSubject,
  type PaymentReceived,
  type PaymentReturned,
} from '../network-event.ts';
import { describeReturn } from '../pix/return-codes.ts';
import { delaySecondsMax } from '../queues.ts';
import type { Incident } from '../stores/incidents.ts';
import { addSeconds } from '../time.ts';
import { cashInEvent } from '../webhook-event.ts';
import { applyFee } from './apply-fee.ts';
import { applyMedReport } from './apply-med-report.ts';
import { completeTransfer } from './complete-transfer.ts';
import { hearOfRefund } from './poll-chargeback.ts';
import { recordEvent } from './record-event.ts';

/** About a day of waits: a payment that is not there or has not ended by then is a person's business. */
const parkedMax = 100;

export async function applyNetworkEvent(
  deps: Core & WithNetwork & WithQueues,
  event: NetworkEvent,
): Promise<void> {
  if (event.kind === 'payment_received') return applyReceipt(deps, event);
  // News of a refund are not believed but looked up.
  if (event.kind === 'refund_ended') return hearOfRefund(deps, event.chargebackId);
  if (event.kind === 'med_reported') return applyReport(deps, event);
  if (event.kind === 'fee_charged') return applyFee(deps, event);
  return applyReturn(deps, event);
}

async function applyReturn(deps: Core & WithNetwork & WithQueues, event: PaymentReturned): Promise<void> {
  const cashout = await findSettled(deps, event);
  if (cashout?.status === 'PROCESSING' && event.parked < parkedMax) return park(deps, event);
  if (cashout?.status !== 'SUCCESS' && cashout?.status !== 'REFUNDED') {
    return report(deps, event, `return of a payment that is ${cashout?.status ?? 'unknown'}`);
  }
  const result = await deps.incoming.refund(cashout, event, (time) => ({
    refundedAt: time.toISOString(),
    failureText: describeReturn(event.code),
    failureCode: event.code,
    dueAt: addSeconds(time, deps.config.RESUME_AFTER_SECONDS),
  }));
  if (result === 'credited') return noteReturn(deps, cashout, event);
  if (result === 'applied_before') return;
  // Another return was applied meanwhile: the sum has to be taken anew.
  if (result === 'moved') return applyReturn(deps, event);
  return report(deps, event, `return that cannot be credited: ${result}`);
}

function noteReturn(deps: Core & WithNetwork & WithQueues, cashout: Cashout, event: PaymentReturned): void {
  deps.log.info('return credited', { cashoutId: cashout.id });
  const returned = (cashout.returnedCents ?? 0) + event.amountCents;
  if (returned === cashout.request.amountCents) deps.metrics.count('CashoutsRefunded');
}

/** The row; a return proves that the payment settled, so one that is still open is looked up first. */
async function findSettled(
  deps: Core & WithNetwork & WithQueues,
  { cashoutId: id, parked }: PaymentReturned,
): Promise<Cashout | undefined> {
  const cashout = await deps.cashouts.get(id);
  // Once: from then on the transfer's own retries look it up.
  if (cashout?.status !== 'PROCESSING' || parked > 0) return cashout;
  await completeTransfer(deps, id);
  return deps.cashouts.get(id);
}

async function applyReport(deps: Core & WithNetwork & WithQueues, event: MedReported): Promise<void> {
  if ((await applyMedReport(deps, event)) === 'applied') return;
  if (event.parked < parkedMax) return park(deps, event);
  return report(deps, event, 'report of a payment that is not here');
}

/** Sends the notice again later, ever more slowly: a minute's wait, two, four, up to a quarter of an hour. */
async function park(
  deps: Core & WithNetwork & WithQueues,
  event: PaymentReturned | MedReported,
): Promise<void> {
  const wait = Math.min(delaySecondsMax, deps.config.RESUME_AFTER_SECONDS * 2 ** Math.min(event.parked, 10));
  deps.log.warn('notice parked until its payment is there', { ...noticeSubject(event), tries: event.parked });
  await deps.queues.sendEvent({ ...event, parked: event.parked + 1 }, wait);
}

async function applyReceipt(deps: Core & WithNetwork & WithQueues, event: PaymentReceived): Promise<void> {
  const found = event.qrCodeId === undefined ? undefined : await deps.qrCodes.get(event.qrCodeId);
  // A code of somebody else's is none of this payment's.
  const qrCode = found && isSameAccount(found.account, event.account) ? found : undefined;
  const { account: payer } = event.payer;
  if (payer && isSameAccount(payer, event.account)) {
    return report(deps, event, 'payment received from the very account that it is for');
  }
  const result = await deps.incoming.receive(event, qrCode);
  // Another payment of the code came first: this one only credits.
  if (result === 'moved') return applyReceipt(deps, event);
  // The event comes before the notice is done with: who dies here gets it again, and the event's id is the payment's.
  if (result === 'credited') return recordEvent(deps, cashInEvent(event, qrCode?.id));
  if (result === 'applied_before') {
    const credited = await deps.incoming.findReceived(event.endToEndId);
    // One that was left to a person stays there.
    return credited && recordEvent(deps, cashInEvent(credited, credited.qrCodeId));
  }
  return report(deps, event, `payment received that cannot be credited: ${result}`);
}

async function report(
  deps: Core & WithNetwork & WithQueues,
  event: PaymentReturned | PaymentReceived | MedReported,
  details: string,
): Promise<void> {
  const about = noticeSubject(event);
  deps.log.error('network event cannot be applied', about, undefined);
  const incident: Incident = {
    id: event.kind === 'payment_returned' ? `return-${event.returnId}` : `${event.kind}-${event.endToEndId}`,
    at: deps.now().toISOString(),
    kind: 'network_event_not_applied',
    details,
    event,
    ...about,
  };
  if (event.kind === 'med_reported') return deps.incidents.insert(incident);
  return deps.incoming.giveUp(event, incident);
}
