// Asks the network to pay, or what became of a payment that may already be there. Only evidence comes out of
// here: a time-out, a fault and the refusal of a repeated send are all `unknown`.

import type { Cashout } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { isSendable } from '../end-to-end-id.ts';
import { invariant } from '../errors.ts';
import type { PaymentLookup, PaymentOutcome } from '../pix/network.ts';

export async function payRecipient(
  deps: Deps,
  cashout: Cashout,
  before: 'never_sent' | 'maybe_sent',
): Promise<PaymentOutcome> {
  const { recipient, endToEndId } = cashout;
  invariant(recipient && endToEndId, 'a reserved cashout has a recipient and an end-to-end id');
  // Money between our own accounts moves in our ledger; no network is asked.
  if (recipient.ownAccount) return { kind: 'settled', operationId: deps.ids.uuid() };

  const reference = String(cashout.id);
  const send = () =>
    deps.network.sendPayment({
      reference,
      endToEndId,
      amountCents: cashout.request.amountCents,
      payer: cashout.account,
      recipient,
    });

  if (before === 'never_sent') return ask(deps, cashout, send);

  const known = await lookUp(deps, cashout, reference);
  if (known.kind !== 'not_found') return known;
  // An earlier send may still land: the same reference and id go again, while the network would take the id.
  if (!isSendable(endToEndId, deps.now())) return { kind: 'unknown' };
  const again = await ask(deps, cashout, send);
  if (again.kind === 'settled' || again.kind === 'unknown') return again;
  // Refusing a repeat proves nothing about the first send; only a look-up does.
  const evidence = await lookUp(deps, cashout, reference);
  return evidence.kind === 'not_found' ? { kind: 'unknown' } : evidence;
}

function lookUp(deps: Deps, cashout: Cashout, reference: string): Promise<PaymentLookup> {
  return ask(deps, cashout, () => deps.network.findPayment(reference));
}

async function ask<Answer>(
  deps: Deps,
  cashout: Cashout,
  call: () => Promise<Answer>,
): Promise<Answer | { kind: 'unknown' }> {
  try {
    return await call();
  } catch (error) {
    deps.log.error('network fault, outcome unknown', { cashoutId: cashout.id }, error);
    return { kind: 'unknown' };
  }
}
