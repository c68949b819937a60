// Handles a PSP's own callback about payments that we have sent. Each payment and each return is looked up.

import { refuse } from '../base/errors.ts';
import type { Core } from '../med-case/deps.ts';
import type { WithInbox } from '../network/deps.ts';
import type { PayoutNotices } from '../network/inbox.ts';
import { returnCodeOf } from '../network/return-codes.ts';
import type { WithMoney, WithQueues } from './deps.ts';

export async function receivePayoutNotices(
  deps: Core & WithMoney & WithInbox & WithQueues,
  { ended, returned }: PayoutNotices,
): Promise<void> {
  await lookUpTransfers(deps, ended);
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
export async function lookUpTransfers({ queues }: WithQueues, ids: readonly number[]): Promise<void> {
  const told = [...new Set(ids)].map((id) => ({ id }));
  if (told.length > 0) await queues.sendAll('transfers', told);
}
