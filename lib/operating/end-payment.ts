// Ends a cashout whose payment waits for a person, on the evidence of two operators. First it asks the PSP once more.
// The PSP's own outcome is better evidence, and nothing ends against it.

import { refuse } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { isLeased } from '../cashout/hold.ts';
import type { PeoplesEvidence } from '../cashout/peoples-end.ts';
import { mayArrive } from '../network/end-to-end-id.ts';
import { operationIdOf } from '../network/operation-id.ts';
import { type PaymentLookup, payoutsOf } from '../network/port.ts';
import { describeReject } from '../network/reject-codes.ts';
import { type Evidence, endCashout } from '../payout/end-cashout.ts';
import { startQuestions } from '../payout/questions.ts';
import { reportOtherAmount } from '../payout/report-other-amount.ts';
import { leaseSeconds } from '../platform/open-work.ts';
import { confirmed, type EndingDeps, isEndedSo, type Stated, tellEnd } from './peoples-end.ts';
import { type CashoutName, findByName } from './show-cashout.ts';

type Sent = Cashout & { endToEndId: string };

/** Records what an operator states about a cashout. The same statement of another operator ends it. */
export async function endPayment(deps: EndingDeps, name: CashoutName, stated: Stated) {
  const cashout = await findByName(deps, name);
  if (!cashout) refuse('transaction_not_found');
  const { id } = cashout;
  if (isEndedSo(cashout, stated)) return tellEnded(deps, cashout, null);
  const sent = await requireWaiting(deps, cashout, stated);
  const questions = startQuestions(deps, sent, { isForPeople: true });
  const known = await lookUp(deps, sent, questions.ask);
  requireProof(deps, sent, stated, known);
  const people = await confirmed(deps, { kind: 'cashout', id: String(id) }, stated);
  if (!people) return tellEnd(deps, 'cashout', cashout, { pspSays: known.kind, statedBy: [stated.by] });
  if (known.kind === 'settled' && known.otherAmountCents) {
    const amounts = { approvedCents: sent.request.amountCents, otherCents: known.otherAmountCents };
    await reportOtherAmount(deps, { cashoutId: id }, { ...amounts, state: 'done' });
  }
  await endCashout(deps, questions.on(sent), evidenceOf(sent, stated, known, people));
  const after = await deps.cashouts.get(id);
  // The PSP's answer, or other people's evidence, has ended it in the meantime.
  if (!after || !isEndedSo(after, stated)) refuse('nothing_to_end');
  return tellEnded(deps, after, known.kind);
}

const tellEnded = (deps: EndingDeps, cashout: Cashout, pspSays: string | null) =>
  tellEnd(deps, 'cashout', cashout, { pspSays, statedBy: cashout.endedByPeople?.by ?? [] });

/** Refuses unless the payment may have been sent, no run is sending it now, and the end-to-end id may be its own. */
async function requireWaiting(deps: EndingDeps, cashout: Cashout, { networkId }: Stated): Promise<Sent> {
  const { id, status, reservedAt, endToEndId, recipient } = cashout;
  if (status !== 'PROCESSING' || !reservedAt || !endToEndId) refuse('nothing_to_end');
  if (recipient?.ownAccount) refuse('payment_within');
  if (isLeased(cashout, deps.now(), leaseSeconds(deps.config.RESUME_AFTER_SECONDS)))
    refuse('payment_being_sent');
  const owner = networkId && (await findByName(deps, { endToEndId: networkId }));
  if (owner && owner.id !== id) refuse('network_id_of_another');
  return { ...cashout, endToEndId };
}

/** Asks the network of the payment. A network that is not configured now says nothing. */
async function lookUp(
  { network }: EndingDeps,
  { id, request, sentTo = network.payoutsAt }: Sent,
  ask: ReturnType<typeof startQuestions>['ask'],
): Promise<PaymentLookup> {
  const payouts = payoutsOf(network, sentTo);
  if (!payouts) return { kind: 'unknown' };
  return ask('find', () => payouts.findPayment({ reference: String(id), amountCents: request.amountCents }));
}

/** Refuses a statement against the PSP's answer, and while the payment may still be sent or paid. */
function requireProof(
  deps: EndingDeps,
  { endToEndId }: Sent,
  { end, networkId, cancelledAtPsp }: Stated,
  known: PaymentLookup,
): void {
  const isNotPaid = known.kind === 'failed' || known.kind === 'refused';
  if (end === 'settled' && isNotPaid) refuse('psp_says_not_paid');
  if (end === 'failed' && known.kind === 'settled') refuse('psp_says_paid');
  // A network that assigns end-to-end ids tells its own. Another network has used ours.
  if (known.kind === 'settled' && (known.endToEndId ?? endToEndId) !== networkId)
    refuse('network_id_of_another');
  const isOpen = mayArrive(endToEndId, deps.now());
  // The service sends a payment again that the PSP does not know, so a run may be sending it just now.
  if (known.kind === 'not_found' && isOpen) refuse('payment_may_be_sent');
  const isUnderWay = known.kind === 'unknown' || isOpen;
  if (end === 'failed' && !isNotPaid && isUnderWay && !cancelledAtPsp) refuse('psp_may_still_pay');
}

function evidenceOf(
  { id }: Sent,
  { end, networkId: endToEndId }: Stated,
  known: PaymentLookup,
  endedByPeople: PeoplesEvidence,
): Evidence {
  if (end === 'settled') {
    const told = known.kind === 'settled' ? known : { operationId: operationIdOf(String(id)) };
    return { ...told, kind: 'settled', ...(endToEndId ? { endToEndId } : {}), endedByPeople };
  }
  if (known.kind === 'failed' || known.kind === 'refused') return { ...known, endedByPeople };
  return { kind: 'failed', text: describeReject('ED05'), code: 'ED05', endedByPeople };
}
