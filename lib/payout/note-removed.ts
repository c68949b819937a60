// Notes that a person has removed a payment at the PSP. The payment is never sent again, and a person decides.

import type { WithCashouts } from '../cashout/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney } from './deps.ts';

export async function noteRemoved(deps: Base & WithCashouts & WithMoney, cashoutId: number): Promise<void> {
  const at = deps.now().toISOString();
  const { moved } = await deps.cashouts.noteAccepted(cashoutId, at);
  // The cashout has ended, or the PSP names a payment that is not ours.
  if (!moved) return;
  deps.log.error('payment was removed at the PSP', { cashoutId }, undefined);
  await deps.incidents.insert({
    id: `cashout-${cashoutId}-removed`,
    at,
    kind: 'unresolved_payment',
    cashoutId,
    details: 'the payment was removed at the PSP. It is not sent again',
  });
}
