// Handles a PSP's own callback about payments that we have sent. Each payment and each return is looked up.

import { refuse } from '../base/errors.ts';
import type { WithInbox } from '../network/deps.ts';
import type { PayoutNotices } from '../network/inbox.ts';
import type { Refusal } from '../network/port.ts';
import { returnCodeOf } from '../network/return-codes.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMoney, WithQueues } from './deps.ts';

export async function receivePayoutNotices(
  deps: Base & WithMoney & WithInbox & WithQueues,
  { ended, removed, returned }: PayoutNotices,
): Promise<void> {
  await lookUpTransfers(deps, ended);
  for (const cashoutId of removed)
    await deps.queues.sendEvent({ version: 1, kind: 'payment_removed', cashoutId });
  for (const { returnId, endToEndId } of returned) {
    // Without an answer the callback is refused, and the PSP sends it again.
    const amountCents = await deps.inbox
      ?.findReturn?.(returnId)
      .catch((error) => refuse('unavailable', undefined, error));
    if (amountCents === undefined) continue;
    const told = { returnId, endToEndId, amountCents, code: returnCodeOf(undefined), parked: 0 };
    await deps.queues.sendEvent({ version: 1, kind: 'payout_returned', ...told });
  }
}

/** Sends the payments that the network reports as ended to their workers, which look them up. */
export async function lookUpTransfers(
  { queues }: WithQueues,
  ended: readonly { id: number; reason?: Refusal | undefined }[],
): Promise<void> {
  const explained = new Map(ended.flatMap(({ id, reason }) => (reason ? [[id, reason] as const] : [])));
  const plain = new Set(ended.flatMap(({ id }) => (explained.has(id) ? [] : id)));
  if (plain.size > 0)
    await queues.sendAll(
      'transfers',
      [...plain].map((id) => ({ id })),
    );
  for (const [cashoutId, reason] of explained)
    await queues.sendEvent({ version: 1, kind: 'payment_explained', cashoutId, reason });
}
