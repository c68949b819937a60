// Queues movements that are in the PSP's books although no notice about them arrived. They are processed like notices
// of a callback: once each, by the same rules, without an operator.

import type { WithQueues } from '../incoming/deps.ts';
import { receiveListed } from '../incoming/receive-network-pix.ts';
import type { WithInbox } from '../network/deps.ts';
import type { Judged } from './judge-candidates.ts';
import { cashoutOf, type Judging, paidBooks } from './judge-their-movement.ts';
import type { TheirMovement } from './psp-movements.ts';

type Hearing = Judging & WithInbox & WithQueues;

/** Reason code "returned at the receiver's request". It is used because a statement contains no reason. */
const returnCode = 'MD06';

export async function hearMissed(deps: Hearing, judged: readonly Judged[]): Promise<void> {
  for (const { candidate, class: verdict } of judged) {
    const isOpen = verdict === 'on its way' || verdict === 'difference';
    if (!isOpen || candidate.found !== 'theirs only' || !candidate.theirs) continue;
    await hear(deps, candidate.theirs).catch((error) =>
      deps.log.error('missed PSP movement not processed', {}, error),
    );
  }
}

async function hear(deps: Hearing, theirs: TheirMovement): Promise<void> {
  if (theirs.kind === 'received') return hearReceived(deps, theirs.id);
  if (theirs.kind === 'return sent') return hearReceived(deps, theirs.endToEndId);
  if (theirs.kind === 'return received') return hearReturn(deps, theirs);
}

/** Queues a received payment with its returns. */
async function hearReceived(deps: Hearing, endToEndId: string | undefined): Promise<void> {
  const found = endToEndId === undefined ? undefined : await deps.inbox?.findReceived(endToEndId);
  if (found) await receiveListed(deps, [found]);
}

/** Queues the return of a cashout. The PSP's answer identifies the cashout. */
async function hearReturn(deps: Hearing, { id: returnId, amountCents, endToEndId }: TheirMovement) {
  const sent = endToEndId === undefined ? undefined : await paidBooks(deps).findSent({ endToEndId });
  const cashout = await cashoutOf(deps, sent?.reference);
  if (!cashout || cashout.endToEndId !== endToEndId) return;
  await deps.queues.sendEvent({
    version: 1,
    kind: 'payment_returned',
    cashoutId: cashout.id,
    returnId,
    amountCents,
    code: returnCode,
    parked: 0,
  });
}
