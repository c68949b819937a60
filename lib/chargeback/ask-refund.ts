// Requests a refund from the network, or looks up a refund, and records the answer. Only evidence ends a chargeback. A
// repeated request has the same reference, so it makes no second refund.

import type { EndedByPeople } from '../cashout/peoples-end.ts';
import type { WithNetwork } from '../network/deps.ts';
import { inTurn } from '../network/in-turn.ts';
import type { Question } from '../network/own-fault.ts';
import { type RefundOutcome, type Refunds, refundsOf } from '../network/port.ts';
import { reportOtherAmount } from '../payout/report-other-amount.ts';
import type { Base } from '../platform/deps.ts';
import { reportLate, reportUndocumented, reportUnnamed } from './call-for-help.ts';
import { type Chargeback, refundReference } from './chargeback.ts';
import type { WithChargebacks, WithMoney } from './deps.ts';
import { endChargeback } from './end-chargeback.ts';

type Deps = Base & WithChargebacks & WithMoney & WithNetwork;

const hourMs = 3_600_000;
/** Time in milliseconds for which a refund that the network does not know is requested again. */
const askForMs = 12 * hourMs;
/**
 * Time in milliseconds after which no request can still arrive. If the network does not know the refund then, the
 * refund will never happen.
 */
export const goneAfterMs = 24 * hourMs;
export const gone = { kind: 'refused', text: 'Devolução não realizada' } as const;

/** Makes the first request, while the caller waits. A refusal is final if no other run has requested the refund. */
export async function askRefund(deps: Deps, chargeback: Chargeback): Promise<Chargeback> {
  const { sentTo = deps.network.refundsAt } = chargeback;
  const refunds = refundsOf(deps.network, sentTo);
  if (!refunds) return reportUnnamed(deps, chargeback, sentTo);
  return applyRefundOutcome(deps, chargeback, await request(deps, chargeback, refunds), 'REFUSED');
}

/**
 * Looks up the refund by our reference. If the network does not know the refund, requests it again with the same
 * reference. If the chargeback has ended, the answer is compared with the recorded end.
 */
export async function lookUpRefund(deps: Deps, chargeback: Chargeback): Promise<Chargeback> {
  // The refund must stay with its network. Another network does not know the refund and would make it a second time.
  const { sentTo = deps.network.refundsAt } = chargeback;
  const refunds = refundsOf(deps.network, sentTo);
  if (!refunds) return chargeback.status === 'PENDING' ? reportUnnamed(deps, chargeback, sentTo) : chargeback;
  const reference = refundReference(chargeback);
  const { endToEndId } = chargeback.payment;
  const place = { reference, endToEndId, amountCents: chargeback.request.amountCents };
  const ageMs = deps.now().getTime() - Date.parse(chargeback.createdAt);
  // If an accepted refund cannot be found, this does not prove that it has ended.
  const isOpen = !chargeback.acceptedAt && chargeback.status === 'PENDING';
  const find = () => ask(deps, chargeback, 'find', () => refunds.findRefund(place));
  let found = await find();
  if (found.kind === 'not_found' && isOpen && ageMs > goneAfterMs) found = gone;
  if (found.kind === 'not_found' && isOpen && ageMs <= askForMs) {
    const answer = await request(deps, chargeback, refunds);
    // An earlier request may still arrive. So the refusal of a later request proves nothing, but a look-up does.
    found = answer.kind === 'refused' ? await find() : answer;
  }
  const after =
    found.kind === 'not_found' ? chargeback : await applyRefundOutcome(deps, chargeback, found, 'REJECTED');
  if (after.status === 'PENDING' && ageMs > goneAfterMs) await reportLate(deps, after, found);
  return after;
}

function request(deps: Deps, chargeback: Chargeback, refunds: Refunds): Promise<RefundOutcome> {
  const { request, payment } = chargeback;
  const order = {
    reference: refundReference(chargeback),
    endToEndId: payment.endToEndId,
    amountCents: request.amountCents,
    information: request.information,
    ...(payment.payer.name === undefined ? {} : { payerName: payment.payer.name }),
  };
  return ask(deps, chargeback, 'send', () => refunds.requestRefund(order));
}

function ask<Answer>(
  deps: Deps,
  { id, companyId, sentTo = deps.network.refundsAt }: Chargeback,
  question: Question,
  call: () => Promise<Answer>,
) {
  return inTurn(deps, { chargebackId: id }, { id, place: sentTo, companyId, question }, call);
}

/**
 * Applies an answer of the network.
 * @param ifRefused end status of a chargeback that the network never accepted: REFUSED while the caller still waits
 * for an answer
 * @param by the people's evidence, if two operators have told the outcome
 */
export async function applyRefundOutcome(
  deps: Deps,
  chargeback: Chargeback,
  outcome: RefundOutcome,
  ifRefused: 'REFUSED' | 'REJECTED',
  by: EndedByPeople = {},
): Promise<Chargeback> {
  deps.log.info('refund requested', {
    chargebackId: chargeback.id,
    outcome: outcome.kind,
    tries: chargeback.polls,
  });
  if (outcome.kind === 'unknown') {
    if (outcome.undocumented !== undefined) await reportUndocumented(deps, chargeback, outcome.undocumented);
    return chargeback;
  }
  if (outcome.kind === 'refused') return endChargeback(deps, chargeback, ifRefused, outcome.text, by);
  if ('otherAmountCents' in outcome && outcome.otherAmountCents) {
    const state = outcome.kind === 'settled' ? 'done' : 'open';
    const [approvedCents, otherCents] = [chargeback.request.amountCents, outcome.otherAmountCents];
    await reportOtherAmount(deps, { chargebackId: chargeback.id }, { approvedCents, otherCents, state });
  }
  const accepted = await accept(deps, chargeback, outcome.returnId);
  if (accepted.status === 'PENDING' && !accepted.acceptedAt) return accepted;
  if (outcome.kind === 'settled') return endChargeback(deps, accepted, 'SUCCESS', '', by);
  if (outcome.kind === 'rejected') return endChargeback(deps, accepted, 'REJECTED', outcome.text, by);
  return accepted;
}

/** Turns the hold into a debit, once. */
async function accept(deps: Deps, chargeback: Chargeback, returnId: string): Promise<Chargeback> {
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
