// Checks one unmatched movement. A movement of ours is looked up at the PSP, and a movement of the PSP is searched in
// our own rows. Only a movement that cannot be explained is a difference.

import type { BookedReturn } from '../network/psp-books.ts';
import { cashInMarker, returnMarker } from '../platform/keys.ts';
import { type Judging, judgeTheirs, paidBooks, receivedBooks } from './judge-their-movement.ts';
import type { OurMovement, TheirMovement } from './psp-movements.ts';
import type { Candidate } from './psp-reconciliation.ts';
import { agrees, difference, isOfOnePosting, onItsWay, type Verdict, withGrace } from './psp-verdict.ts';

/** Checks a movement. Throws if the PSP gives no clear answer. */
export async function judgeMovement(deps: Judging, candidate: Candidate): Promise<Verdict> {
  const { ours, theirs, isDouble } = candidate;
  if (isDouble) return difference('it is on the statement twice');
  if (theirs && ours) return judgeDiffering(deps, ours, theirs);
  const verdict = ours ? await judgeOurs(deps, ours) : await judgeTheirs(deps, theirs as TheirMovement);
  const { at = '' } = theirs ?? ours ?? {};
  return withGrace(verdict, at, deps.now(), deps.config.PSP_GRACE_SECONDS);
}

/** Checks a movement that differs between the two sides. The payment itself is read, because a list may be wrong. */
async function judgeDiffering(deps: Judging, ours: OurMovement, theirs: TheirMovement): Promise<Verdict> {
  const isSame = ours.amountCents === theirs.amountCents && ours.id === theirs.id;
  if (isSame) {
    const marker = await deps.markers.get(cashInMarker(ours.id));
    // A person has assigned the payment, so the different account is intended.
    if (marker?.isAssigned) return agrees;
    return difference('it was credited to another account than the account of the key');
  }
  const alone = await judgeOurs(deps, ours);
  return alone.class === 'other day' ? alone : difference(alone.details);
}

async function judgeOurs(deps: Judging, ours: OurMovement): Promise<Verdict> {
  if (ours.kind === 'sent') return judgeSent(deps, ours);
  if (ours.kind === 'received') return judgeReceived(deps, ours);
  if (ours.kind === 'return received') return judgeReturnReceived(deps, ours);
  return judgeReturnSent(deps, ours);
}

async function judgeSent(
  deps: Judging,
  { reference = '', id, amountCents, at }: OurMovement,
): Promise<Verdict> {
  const there = await paidBooks(deps).findSent({ reference });
  if (!there) return difference('the PSP does not know the payment');
  if (there.state === 'not done') return difference('the PSP reports that it was not made');
  if (there.state === 'under way') return onItsWay('it is still pending at the PSP');
  if (there.amountCents !== amountCents) return difference(`the PSP sent ${there.amountCents} cents`);
  if (there.endToEndId !== id)
    return difference(`the PSP sent it with the end-to-end id ${there.endToEndId}`);
  const cashout = await deps.cashouts.get(Number(reference));
  return isOfOnePosting(cashout?.endedAt, at) ? agrees : difference('it is on the statement twice');
}

async function judgeReceived(deps: Judging, { id, amountCents, at }: OurMovement): Promise<Verdict> {
  const there = await receivedBooks(deps).findReceived(id);
  if (!there) return difference('the PSP has not received the payment');
  if (there.amountCents !== amountCents) return difference(`the PSP received ${there.amountCents} cents`);
  const marker = await deps.markers.get(cashInMarker(id));
  return isOfOnePosting(marker?.at, at) ? agrees : difference('it is on the statement twice');
}

async function judgeReturnReceived(deps: Judging, ours: OurMovement): Promise<Verdict> {
  const reference = String(ours.transactionId ?? '');
  const there = (await paidBooks(deps).findSent({ reference }))?.returns.find(
    ({ returnId }) => returnId === ours.id,
  );
  return compareReturn(ours, there, 'the PSP does not show the return');
}

/**
 * Checks a return that we requested, or an imposed return. If our chargeback was rejected, the PSP must not have made
 * the return.
 */
async function judgeReturnSent(deps: Judging, ours: OurMovement): Promise<Verdict> {
  const chargeback = await deps.chargebacks.findByReturnId(ours.id);
  const imposed = chargeback ? undefined : await deps.markers.get(returnMarker(ours.id));
  const endToEndId = chargeback?.payment.endToEndId ?? imposed?.endToEndId;
  if (!endToEndId) return difference('the returned payment is unknown');
  const received = await receivedBooks(deps).findReceived(endToEndId);
  const there = received?.returns.find(({ returnId }) => returnId === ours.id);
  if (chargeback?.status === 'REJECTED')
    return there?.state === 'done'
      ? difference('the PSP made the return, but the chargeback is REJECTED here')
      : agrees;
  return compareReturn(ours, there, 'the PSP does not show the return');
}

function compareReturn(ours: OurMovement, there: BookedReturn | undefined, missing: string): Verdict {
  if (!there) return difference(missing);
  if (there.state === 'not done') return difference('the PSP reports that it was not made');
  if (there.state === 'under way') return onItsWay('it is still pending at the PSP');
  return there.amountCents === ours.amountCents
    ? agrees
    : difference(`the PSP returned ${there.amountCents} cents`);
}
