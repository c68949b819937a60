// Asks the network for a refund, or what has become of one, and writes down what it says. Only evidence ends a
// chargeback; a second ask goes under the same reference.

import type { Chargeback } from '../chargeback.ts';
import type { Deps } from '../deps.ts';
import type { RefundOutcome } from '../pix/network.ts';
import { askNetwork } from './ask-network.ts';
import { endChargeback } from './end-chargeback.ts';

/** The first ask, while the caller waits: a refusal speaks for the whole refund, since nobody has asked before. */
export async function askRefund(deps: Deps, chargeback: Chargeback): Promise<Chargeback> {
  return applyRefundOutcome(deps, chargeback, await request(deps, chargeback), 'REFUSED');
}

/** What the network has under our reference; if nothing, it is asked again under the same reference. */
export async function lookUpRefund(deps: Deps, chargeback: Chargeback): Promise<Chargeback> {
  const find = () => askNetwork(deps, undefined, () => deps.network.findRefund(String(chargeback.id)));
  let found = await find();
  if (found.kind === 'not_found') {
    // An accepted refund that cannot be found is a riddle, not an end.
    if (chargeback.acceptedAt) return chargeback;
    const answer = await request(deps, chargeback);
    // An earlier ask may still land: the refusal of a later one proves nothing, a look-up does.
    found = answer.kind === 'refused' ? await find() : answer;
  }
  if (found.kind === 'not_found') return chargeback;
  return applyRefundOutcome(deps, chargeback, found, 'REJECTED');
}

function request(deps: Deps, { id, request, payment }: Chargeback): Promise<RefundOutcome> {
  const order = {
    reference: String(id),
    endToEndId: payment.endToEndId,
    amountCents: request.amountCents,
    information: request.information,
    ...(payment.payer.name === undefined ? {} : { payerName: payment.payer.name }),
  };
  return askNetwork(deps, undefined, () => deps.network.requestRefund(order));
}

/** @param ifRefused how a chargeback ends that the network never took: REFUSED while its caller is still waiting */
async function applyRefundOutcome(
  deps: Deps,
  chargeback: Chargeback,
  outcome: RefundOutcome,
  ifRefused: 'REFUSED' | 'REJECTED',
): Promise<Chargeback> {
  if (outcome.kind === 'unknown') return chargeback;
  if (outcome.kind === 'refused') return endChargeback(deps, chargeback, ifRefused, outcome.text);
  const accepted = await accept(deps, chargeback, outcome.returnId);
  if (outcome.kind === 'settled') return endChargeback(deps, accepted, 'SUCCESS');
  if (outcome.kind === 'rejected') return endChargeback(deps, accepted, 'REJECTED', outcome.text);
  return accepted;
}

/** The hold becomes a debit, once. */
async function accept(deps: Deps, chargeback: Chargeback, returnId: string): Promise<Chargeback> {
  if (chargeback.acceptedAt || chargeback.status !== 'PENDING') return chargeback;
  const stepped = await deps.chargebackLedger.accept(chargeback, returnId);
  if (stepped.kind === 'done') return { ...chargeback, returnId, acceptedAt: deps.now().toISOString() };
  return (await deps.chargebacks.get(chargeback.id)) ?? chargeback;
}
