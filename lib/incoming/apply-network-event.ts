// Applies the network's notices, each notice once. A notice that arrives too early is postponed, never dropped. A
// notice that cannot be applied becomes an incident for a person.

import type { WithLookups } from '../access/deps.ts';
import type { WithAccounts, WithWatches } from '../account/deps.ts';
import { addSeconds } from '../base/time.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts, WithNetworkIds } from '../cashout/deps.ts';
import { partialReturnEvents } from '../cashout/events.ts';
import { findNamed } from '../cashout/find-cashout.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import { hearOfRefund } from '../chargeback/poll-chargeback.ts';
import { alignBlock } from '../med-case/align-block.ts';
import { applyMedReport } from '../med-case/apply-med-report.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import { settleDefence } from '../med-case/settle-defence.ts';
import type { WithNetwork } from '../network/deps.ts';
import {
  type MedReported,
  type NetworkEvent,
  noticeSubject,
  type PaymentExplained,
  type PaymentReceived,
  type PaymentReturned,
  type PayoutReturned,
} from '../network/event.ts';
import type { Refusal } from '../network/port.ts';
import { describeReturn } from '../network/return-codes.ts';
import { aboutMoney } from '../payout/about-money.ts';
import { noteRemoved } from '../payout/note-removed.ts';
import { reportOtherPayment } from '../payout/report-other-payment.ts';
import { takeStep } from '../payout/take-step.ts';
import type { Base } from '../platform/deps.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithEvents } from '../webhook/deps.ts';
import { recordEvent } from '../webhook/record-event.ts';
import { applyFee } from './apply-fee.ts';
import { applyImposedReturn } from './apply-imposed-return.ts';
import { applyReceipt } from './apply-receipt.ts';
import type { WithMoney, WithQueues } from './deps.ts';
import { leaveToPerson } from './leave-to-person.ts';

type Deps = Base &
  WithLookups &
  WithAccounts &
  WithWatches &
  WithQrCodes &
  WithEvents &
  WithCashouts &
  WithNetworkIds &
  WithChargebacks &
  WithMedCases &
  WithMoney &
  WithNetwork &
  WithQueues;

/**
 * Maximum number of times that a notice is postponed, which is about a day. If the payment is still missing or open
 * after that, a person must decide.
 */
const parkedMax = 100;

export async function applyNetworkEvent(deps: Deps, event: NetworkEvent): Promise<void> {
  if (event.kind === 'payment_received') return applyPayment(deps, event);
  if (event.kind === 'return_imposed') return applyImposedReturn(deps, event);
  // A notice about a refund is not trusted, so the refund is looked up.
  if (event.kind === 'refund_ended') return hearOfRefund(deps, event.chargebackId);
  if (event.kind === 'payment_explained') return takeStep(deps, event.cashoutId, refusalIn(event));
  if (event.kind === 'payment_removed') return noteRemoved(deps, event.cashoutId);
  if (event.kind === 'med_reported') return applyReport(deps, event);
  if (event.kind === 'med_due') return alignBlock(deps, event.endToEndId);
  if (event.kind === 'fee_charged') return applyFee(deps, event);
  if (event.kind === 'payout_returned') return applyNamedReturn(deps, event);
  return applyReturn(deps, event);
}

const refusalIn = ({ reason: { ownFault, ...reason } }: PaymentExplained): Refusal => ({
  ...reason,
  ...(ownFault === undefined ? {} : { ownFault }),
});

/**
 * Applies a return that names its payment by the PSP's end-to-end id. The cashout has this id once it is settled.
 * Until then the notice is postponed.
 */
async function applyNamedReturn(deps: Deps, event: PayoutReturned): Promise<void> {
  const { endToEndId, ...told } = event;
  const cashout = await findNamed(deps, { endToEndId });
  if (cashout) return applyReturn(deps, { ...told, kind: 'payment_returned', cashoutId: cashout.id });
  if (event.parked < parkedMax) return park(deps, event);
  return leaveToPerson(deps, event, `return of a payment that is unknown here: ${endToEndId}`);
}

/**
 * Credits a payment. Returns that arrived while the payment waited are debited from the account to which the payment
 * was assigned.
 */
async function applyPayment(deps: Deps, event: PaymentReceived): Promise<void> {
  await applyReceipt(deps, event);
  if (!event.assigned) return;
  for (const kept of await deps.waitingPayments.keptReturns(event.endToEndId))
    await applyImposedReturn(deps, { version: 1, kind: 'return_imposed', ...kept, payment: event });
}

async function applyReturn(deps: Deps, event: PaymentReturned): Promise<void> {
  const cashout = await findSettled(deps, event);
  if (cashout?.status === 'PROCESSING' && event.parked < parkedMax) return park(deps, event);
  if (cashout?.status !== 'SUCCESS' && cashout?.status !== 'REFUNDED') {
    return leaveToPerson(deps, event, `return of a payment that is ${cashout?.status ?? 'unknown'}`);
  }
  // The return may complete the amount. Then the cashout becomes REFUNDED, which is a pending event, so the account
  // must be watched.
  if (cashout.status === 'SUCCESS') await deps.watches.ensure(cashout.account);
  const result = await deps.incoming.refund(cashout, event, (time) => ({
    refundedAt: time.toISOString(),
    failureText: describeReturn(event.code),
    failureCode: event.code,
    dueAt: addSeconds(time, deps.config.RESUME_AFTER_SECONDS),
  }));
  if (result === 'credited') noteReturn(deps, cashout, event);
  if (result === 'applied_before' && (await reportOtherPayment(deps, event))) return;
  if (result === 'credited' || result === 'applied_before') {
    await tellPart(deps, cashout, event);
    const { batchId } = cashout;
    if (batchId) await deps.queues.sendBatch({ id: batchId, account: cashout.account, returned: cashout.id });
    return;
  }
  // Another return was applied in the meantime, so this return starts again with the new sum.
  if (result === 'moved') return applyReturn(deps, event);
  return leaveToPerson(deps, event, `return cannot be credited: ${result}`);
}

function noteReturn(deps: Deps, cashout: Cashout, event: PaymentReturned): void {
  deps.log.info('return credited', aboutMoney(cashout));
  const returned = (cashout.returnedCents ?? 0) + event.amountCents;
  if (returned === cashout.request.amountCents) deps.metrics.count('CashoutsRefunded');
}

/**
 * Records the events of a partial return. They are recorded here, before the notice is finished, because a partial
 * return changes no status.
 */
async function tellPart(deps: Deps, cashout: Cashout, { returnId }: PaymentReturned): Promise<void> {
  const part = await deps.incoming.findPart(returnId);
  if (!part) return;
  for (const event of partialReturnEvents(cashout, part)) await recordEvent(deps, event);
}

/**
 * Reads the cashout. If the transfer is still open, it is looked up first, because a return proves that it was settled.
 */
async function findSettled(
  deps: Deps,
  { cashoutId: id, parked }: PaymentReturned,
): Promise<Cashout | undefined> {
  const cashout = await deps.cashouts.get(id);
  // The transfer is looked up here only once, because after that the retries of the transfer look it up.
  if (cashout?.status !== 'PROCESSING' || parked > 0) return cashout;
  await takeStep(deps, id);
  return deps.cashouts.get(id);
}

async function applyReport(deps: Deps, event: MedReported): Promise<void> {
  if ((await applyMedReport(deps, event)) === 'applied') return settleDefence(deps, event);
  if (event.parked < parkedMax) return park(deps, event);
  return leaveToPerson(deps, event, 'report of an unknown payment');
}

/** Sends the notice again later. The delay doubles each time, up to 15 minutes. */
async function park(deps: Deps, event: PaymentReturned | PayoutReturned | MedReported): Promise<void> {
  const wait = Math.min(delaySecondsMax, deps.config.RESUME_AFTER_SECONDS * 2 ** Math.min(event.parked, 10));
  deps.log.warn('notice parked until its payment arrives', { ...noticeSubject(event), tries: event.parked });
  await deps.queues.sendEvent({ ...event, parked: event.parked + 1 }, wait);
}
