// Ends a chargeback whose refund waits for a person, on the evidence of two operators. First it asks the PSP once more.
// The PSP's own outcome is better evidence, and nothing ends against it.

import { refuse } from '../base/errors.ts';
import { applyRefundOutcome, gone, goneAfterMs } from '../chargeback/ask-refund.ts';
import { type Chargeback, isInternal, refundReference } from '../chargeback/chargeback.ts';
import { recordChargeback } from '../chargeback/record-chargeback.ts';
import type { WithQueues } from '../incoming/deps.ts';
import { askNetwork } from '../network/ask-network.ts';
import { type RefundLookup, type RefundOutcome, refundsOf } from '../network/port.ts';
import { confirmed, type EndingDeps, isEndedSo, type Stated, tellEnd } from './peoples-end.ts';

/** Records what an operator states about a chargeback. The same statement of another operator ends it. */
export async function endRefund(deps: EndingDeps & WithQueues, id: number, stated: Stated) {
  const chargeback = await deps.chargebacks.get(id);
  if (!chargeback) refuse('chargeback_not_found');
  if (isEndedSo(chargeback, stated)) return tellEnded(deps, chargeback, null);
  await requireWaiting(deps, chargeback, stated);
  const known = await lookUp(deps, chargeback);
  requireProof(deps, chargeback, stated, known);
  const people = await confirmed(deps, { kind: 'chargeback', id: String(id) }, stated);
  if (!people) return tellEnd(deps, 'chargeback', chargeback, { pspSays: known.kind, statedBy: [stated.by] });
  await applyRefundOutcome(deps, chargeback, outcomeOf(stated, known), 'REJECTED', {
    endedByPeople: people,
  });
  const after = await deps.chargebacks.get(id);
  // The PSP's answer, or other people's evidence, has ended it in the meantime.
  if (!after || !isEndedSo(after, stated)) refuse('nothing_to_end');
  await recordChargeback(deps, id);
  return tellEnded(deps, after, known.kind);
}

const tellEnded = (deps: EndingDeps, chargeback: Chargeback, pspSays: string | null) =>
  tellEnd(deps, 'chargeback', chargeback, { pspSays, statedBy: chargeback.endedByPeople?.by ?? [] });

/** Refuses unless the refund may have been requested, and the id of the return may be its own. */
async function requireWaiting(deps: EndingDeps, chargeback: Chargeback, { networkId }: Stated) {
  if (chargeback.status !== 'PENDING') refuse('nothing_to_end');
  if (isInternal(chargeback)) refuse('payment_within');
  // The caller's request may still wait for the PSP's first answer.
  if (chargeback.polls === 0) refuse('payment_being_sent');
  if (!networkId) return;
  const owner = await deps.chargebacks.findByReturnId(networkId);
  if (owner && owner.id !== chargeback.id) refuse('network_id_of_another');
  if (chargeback.returnId && chargeback.returnId !== networkId) refuse('network_id_of_another');
}

/** Asks the network of the refund. A network that is not configured now says nothing. */
async function lookUp(deps: EndingDeps, chargeback: Chargeback): Promise<RefundLookup> {
  const { network } = deps;
  const { id, request, payment, sentTo = network.refundsAt } = chargeback;
  const refunds = refundsOf(network, sentTo);
  if (!refunds) return { kind: 'unknown' };
  const place = { reference: refundReference(chargeback), endToEndId: payment.endToEndId };
  return askNetwork(deps, { chargebackId: id }, () =>
    refunds.findRefund({ ...place, amountCents: request.amountCents }),
  );
}

/** Refuses a statement against the PSP's answer, and while the refund may still be requested or made. */
function requireProof(
  deps: EndingDeps,
  { acceptedAt, createdAt }: Chargeback,
  { end, networkId, cancelledAtPsp }: Stated,
  known: RefundLookup,
): void {
  const isNotMade = known.kind === 'rejected' || known.kind === 'refused';
  if (end === 'settled' && isNotMade) refuse('psp_says_not_paid');
  if (end === 'failed' && known.kind === 'settled') refuse('psp_says_paid');
  if (end === 'settled' && 'returnId' in known && known.returnId !== networkId)
    refuse('network_id_of_another');
  const isOpen = deps.now().getTime() - Date.parse(createdAt) <= goneAfterMs;
  // The service requests a refund again that the PSP does not know, so a run may be requesting it just now.
  if (known.kind === 'not_found' && isOpen && !acceptedAt) refuse('payment_may_be_sent');
  const isUnderWay = known.kind === 'unknown' || known.kind === 'accepted' || isOpen;
  if (end === 'failed' && !isNotMade && isUnderWay && !cancelledAtPsp) refuse('psp_may_still_pay');
}

function outcomeOf({ end, networkId }: Stated, known: RefundLookup): RefundOutcome {
  if (known.kind === 'settled' || known.kind === 'rejected' || known.kind === 'refused') return known;
  return end === 'settled' ? { kind: 'settled', returnId: networkId ?? '' } : gone;
}
