// Asks the network for a refund, or what has become of one, and writes down what it says. Only evidence ends a
// chargeback; a second ask goes under the same reference.

import type { Core, WithNetwork } from '../app/deps.ts';
import { reportOtherAmount } from '../cashout/report-other-amount.ts';
import { askNetwork } from '../network/ask-network.ts';
import type { RefundOutcome } from '../network/port.ts';
import { type Chargeback, refundReference } from './chargeback.ts';
import { endChargeback } from './end-chargeback.ts';

const hourMs = 3_600_000;
/** So long the network is asked again for a refund that it does not know. */
const askForMs = 12 * hourMs;
/** By then whatever was asked has landed: a refund that is still not there never will be. */
const goneAfterMs = 24 * hourMs;
const gone = { kind: 'refused', text: 'Devolução não realizada' } as const;

/** The first ask, while the caller waits: its refusal speaks for the whole refund while nobody else has asked. */
export async function askRefund(deps: Core & WithNetwork, chargeback: Chargeback): Promise<Chargeback> {
  return applyRefundOutcome(deps, chargeback, await request(deps, chargeback), 'REFUSED');
}

/**
 * What the network has under our reference; if nothing, it is asked again under the same reference. What it says of a
 * chargeback that has ended is compared with the end.
 */
export async function lookUpRefund(deps: Core & WithNetwork, chargeback: Chargeback): Promise<Chargeback> {
  const reference = refundReference(chargeback);
  const { endToEndId } = chargeback.payment;
  const place = { reference, endToEndId, amountCents: chargeback.request.amountCents };
  const find = () => askNetwork(deps, { chargebackId: chargeback.id }, () => deps.network.findRefund(place));
  let found = await find();
  if (found.kind === 'not_found') {
    // An accepted refund that cannot be found is a riddle, not an end.
    if (chargeback.acceptedAt || chargeback.status !== 'PENDING') return chargeback;
    const ageMs = deps.now().getTime() - Date.parse(chargeback.createdAt);
    if (ageMs > goneAfterMs) return applyRefundOutcome(deps, chargeback, gone, 'REJECTED');
    if (ageMs > askForMs) return chargeback;
    const answer = await request(deps, chargeback);
    // An earlier ask may still land: the refusal of a later one proves nothing, a look-up does.
    found = answer.kind === 'refused' ? await find() : answer;
  }
  if (found.kind === 'not_found') return chargeback;
  return applyRefundOutcome(deps, chargeback, found, 'REJECTED');
}

function request(deps: Core & WithNetwork, chargeback: Chargeback): Promise<RefundOutcome> {
  const { request, payment } = chargeback;
  const order = {
    reference: refundReference(chargeback),
    endToEndId: payment.endToEndId,
    amountCents: request.amountCents,
    information: request.information,
    ...(payment.payer.name === undefined ? {} : { payerName: payment.payer.name }),
  };
  return askNetwork(deps, { chargebackId: chargeback.id }, () => deps.network.requestRefund(order));
}

/** @param ifRefused how a chargeback ends that the network never took: REFUSED while its caller is still waiting */
async function applyRefundOutcome(
  deps: Core & WithNetwork,
  chargeback: Chargeback,
  outcome: RefundOutcome,
  ifRefused: 'REFUSED' | 'REJECTED',
): Promise<Chargeback> {
  deps.log.info('refund asked', {
    chargebackId: chargeback.id,
    outcome: outcome.kind,
    tries: chargeback.polls,
  });
  if (outcome.kind === 'unknown') return chargeback;
  if (outcome.kind === 'refused') return endChargeback(deps, chargeback, ifRefused, outcome.text);
  if ('otherAmountCents' in outcome && outcome.otherAmountCents) {
    const state = outcome.kind === 'settled' ? 'done' : 'open';
    const [approvedCents, otherCents] = [chargeback.request.amountCents, outcome.otherAmountCents];
    await reportOtherAmount(deps, { chargebackId: chargeback.id }, { approvedCents, otherCents, state });
  }
  const accepted = await accept(deps, chargeback, outcome.returnId);
  if (accepted.status === 'PENDING' && !accepted.acceptedAt) return accepted;
  if (outcome.kind === 'settled') return endChargeback(deps, accepted, 'SUCCESS');
  if (outcome.kind === 'rejected') return endChargeback(deps, accepted, 'REJECTED', outcome.text);
  return accepted;
}

/** The hold becomes a debit, once. */
async function accept(
  deps: Core & WithNetwork,
  chargeback: Chargeback,
  returnId: string,
): Promise<Chargeback> {
  if (chargeback.acceptedAt || chargeback.status !== 'PENDING') return chargeback;
  const stepped = await deps.chargebackLedger.accept(chargeback, returnId);
  if (stepped.kind === 'done') return { ...chargeback, returnId, acceptedAt: deps.now().toISOString() };
  const current = (await deps.chargebacks.get(chargeback.id)) ?? chargeback;
  if (current.status === 'PENDING' && !current.acceptedAt) {
    const details = `the network gives ${returnId} to more than one refund`;
    deps.log.error('refund cannot be accepted', { chargebackId: chargeback.id }, undefined);
    await deps.incidents.insert({
      id: `chargeback-${chargeback.id}-return-id`,
      at: deps.now().toISOString(),
      kind: 'contradicting_outcome',
      chargebackId: chargeback.id,
      details,
    });
  }
  return current;
}
