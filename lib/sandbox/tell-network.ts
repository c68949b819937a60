// Sets how an open payment or refund ends at the sandbox network, and sends the message that a real network's callback
// would cause. The message only says that the payment or refund has changed, and the worker looks it up.

import { refuse } from '../base/errors.ts';
import { refundReference } from '../chargeback/chargeback.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithQueues } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { WithSandbox } from './sandbox-network.ts';

type Verdict = { outcome: 'settled' | 'failed' | 'refused'; code?: string | undefined };

export async function tellNetwork(
  deps: Base & WithChargebacks & WithSandbox & WithQueues,
  reference: string,
  { outcome, code }: Verdict,
) {
  if (!deps.sandbox) refuse('route_not_found');
  const chargeback = await deps.chargebacks.get(Number(reference));
  if (chargeback && (await deps.sandbox.tellRefund(refundReference(chargeback), outcome === 'settled'))) {
    await deps.queues.sendEvent({ version: 1, kind: 'refund_ended', chargebackId: Number(reference) });
    return { worked: true, message: `The network will answer: ${outcome}` };
  }
  const told = await deps.sandbox.tell(reference, outcome, code);
  if (!told) refuse('payment_not_open');
  await deps.queues.send('transfers', { id: Number(reference) });
  return { worked: true, message: `The network will answer: ${outcome}` };
}
