// Handles returns of a cashout by its receiver. Each settled return becomes a notice, which credits the account once.
// When the full amount is returned, the cashout becomes REFUNDED.

import { refuse } from '../base/errors.ts';
import { refundStates } from '../network/bcb/words.ts';
import type { WithInbox } from '../network/deps.ts';
import { stateOf } from '../network/psp-words.ts';
import { returnCodeOf } from '../network/return-codes.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney, WithQueues } from './deps.ts';

export async function receiveSentReturns(
  deps: Base & WithMoney & WithInbox & WithQueues,
  cashoutId: number,
): Promise<void> {
  const { inbox, queues, log } = deps;
  if (!inbox?.findSentReturns) return;
  // Without an answer the callback is refused, and the network sends it again.
  const told = await inbox
    .findSentReturns(String(cashoutId))
    .catch((error) => refuse('unavailable', undefined, error));
  for (const { rtrId: returnId, valor: amountCents, natureza, status } of told) {
    if (status === undefined || stateOf(refundStates, status) !== 'done') continue;
    if (returnId === undefined || amountCents === undefined) {
      log.error('unreadable return', { cashoutId }, undefined);
      await deps.incidents.insert({
        id: `return-of-${cashoutId}`,
        at: deps.now().toISOString(),
        kind: 'network_event_not_applied',
        cashoutId,
        details: 'a settled return of this cashout has no readable id or amount',
      });
      continue;
    }
    const code = returnCodeOf(natureza);
    await queues.sendEvent({
      version: 1,
      kind: 'payment_returned',
      cashoutId,
      returnId,
      amountCents,
      code,
      parked: 0,
    });
  }
}
