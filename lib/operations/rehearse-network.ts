// The sandbox as the network: a receiver sends money back, money arrives. Both only put on the queue what a real
// network's callback would, so nothing behind it knows that it is a rehearsal.

import type { AccountRef } from '../cashout.ts';
import type { Deps } from '../deps.ts';
import { formatEndToEndId } from '../end-to-end-id.ts';
import { refuse } from '../errors.ts';
import type { Cents } from '../money.ts';

type Refund = { transaction_id: number; reason: string; amount?: Cents | undefined };

export async function rehearseRefund(deps: Deps, { transaction_id: cashoutId, reason, amount }: Refund) {
  const cashout = await deps.cashouts.get(cashoutId);
  if (!cashout) refuse('transaction_not_found');
  const amountCents = amount ?? cashout.request.amountCents;
  const returnId = mintId(deps, 'D');
  await deps.queues.sendEvent({
    version: 1,
    kind: 'payment_returned',
    cashoutId,
    returnId,
    amountCents,
    code: reason,
    parked: 0,
  });
  return { worked: true, return_id: returnId };
}

type PixIn = { account: AccountRef; amountCents: Cents };

export async function rehearsePixIn(deps: Deps, { account, amountCents }: PixIn) {
  if (!(await deps.accounts.get(account))) refuse('account_not_found');
  const endToEndId = mintId(deps, 'E');
  const transactionId = deps.ids.cashoutId();
  await deps.queues.sendEvent({
    version: 1,
    kind: 'payment_received',
    account,
    amountCents,
    endToEndId,
    transactionId,
  });
  return { worked: true, qr_code_id: null, transaction_id: transactionId, end_to_end_id: endToEndId };
}

/** Ids of another institution's payments (E…) and returns (D…). */
function mintId(deps: Deps, letter: 'E' | 'D'): string {
  return letter + formatEndToEndId('99999011', deps.now(), deps.ids.endToEndSuffix()).slice(1);
}
