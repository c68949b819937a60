// Searches our own rows for a movement of the PSP: the cashout by our reference, or the marker of a payment or return
// by the network's id. Each search is a single read.

import type { WithAccounts, WithPixKeys } from '../account/deps.ts';
import { invariant } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { paidAt } from '../cashout/hold.ts';
import { chargebackIdOf } from '../chargeback/chargeback.ts';
import type { WithChargebacks } from '../chargeback/deps.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { PayoutBooks, PspBooks, RefundBooks } from '../network/psp-books.ts';
import type { Base } from '../platform/deps.ts';
import { cashInMarker, returnMarker } from '../platform/keys.ts';
import type { WithQrCodes } from '../qr-code/deps.ts';
import type { WithBooks } from './deps.ts';
import type { TheirMovement } from './psp-movements.ts';
import { agrees, difference, onItsWay, type Verdict, waits } from './psp-verdict.ts';

/** The dependencies of a comparison with one PSP. `at`: its books. */
export type Judging = Base &
  WithAccounts &
  WithPixKeys &
  WithQrCodes &
  WithCashouts &
  WithChargebacks &
  WithMoney &
  WithBooks & { at: PspBooks };

const covered = 'a movement is only checked if its PSP lists movements of its kind';

export function paidBooks({ at: { paid } }: Judging): PayoutBooks {
  invariant(paid, covered);
  return paid;
}

export function receivedBooks({ at: { received } }: Judging): RefundBooks {
  invariant(received, covered);
  return received;
}

export async function judgeTheirs(deps: Judging, theirs: TheirMovement): Promise<Verdict> {
  if (await isOnlyListed(deps, theirs)) return agrees;
  if (theirs.kind === 'sent') return judgeSent(deps, theirs);
  if (theirs.kind === 'sent undone') return judgeUndone(deps, theirs);
  if (theirs.kind === 'received') return judgeReceived(deps, theirs);
  if (theirs.kind === 'return received') return judgeReturnReceived(deps, theirs);
  return judgeReturnSent(deps, theirs);
}

/**
 * Returns whether the PSP shows this amount only in a list, and the payment itself has another amount. If so, the line
 * of the list moved no money.
 */
async function isOnlyListed(deps: Judging, { kind, id, amountCents, isInStatement }: TheirMovement) {
  if (isInStatement || (kind !== 'sent' && kind !== 'received')) return false;
  const itself = await (kind === 'sent'
    ? paidBooks(deps).findSent({ endToEndId: id })
    : receivedBooks(deps).findReceived(id));
  return itself !== undefined && itself.amountCents !== amountCents;
}

/** Returns the name of our account at another PSP, if the movement was there. Older rows have no name. */
const elsewhereThan = ({ at }: Judging, place: string | undefined) =>
  place === undefined || place === at.place ? undefined : place;

/** Returns the cashout that a reference at the PSP names, or undefined for any other text. */
export function cashoutOf(
  deps: Base & WithCashouts,
  reference: string | undefined,
): Promise<Cashout | undefined> {
  const isOurs = reference !== undefined && /^[1-9]\d{0,15}$/.test(reference);
  return isOurs ? deps.cashouts.get(Number(reference)) : Promise.resolve(undefined);
}

const hasEnded = ({ status }: Cashout) => status === 'SUCCESS' || status === 'REFUNDED';

async function judgeSent(deps: Judging, { reference, id, amountCents }: TheirMovement): Promise<Verdict> {
  const cashout = await cashoutOf(deps, reference);
  if (!cashout) return difference('the PSP made a payment that matches no cashout');
  const asked = cashout.request.amountCents;
  if (asked !== amountCents)
    return difference(`the cashout has ${asked} cents here and is ${cashout.status}`);
  const elsewhere = elsewhereThan(deps, paidAt(cashout));
  if (elsewhere) return difference(`the PSP made it, but the cashout was sent to ${elsewhere}`);
  if (hasEnded(cashout)) {
    const isThis = cashout.endToEndId === id && !cashout.recipient?.ownAccount;
    return isThis ? agrees : difference('the PSP made it in addition to the recorded payment');
  }
  if (cashout.status === 'PROCESSING') return onItsWay('the PSP made it, but the cashout is PROCESSING here');
  // The PSP may still reverse its debit, so the payment is read at the PSP.
  const there = await paidBooks(deps).findSent({ reference: String(cashout.id) });
  if (there?.state === 'not done') return agrees;
  return difference(`the PSP made it, but the cashout is ${cashout.status} here`);
}

async function judgeUndone(deps: Judging, { id }: TheirMovement): Promise<Verdict> {
  const there = await paidBooks(deps).findSent({ endToEndId: id });
  const cashout = await cashoutOf(deps, there?.reference);
  if (!cashout || cashout.endToEndId !== id || !hasEnded(cashout)) return agrees;
  return difference(`the PSP reversed it, but the cashout is ${cashout.status} here`);
}

async function judgeReceived(deps: Judging, { id, amountCents }: TheirMovement): Promise<Verdict> {
  const marker = await deps.markers.get(cashInMarker(id));
  if (!marker) return onItsWay('the PSP received it, but it is not credited here');
  if (!marker.amountCents) return waits;
  const elsewhere = elsewhereThan(deps, marker.receivedAt);
  if (elsewhere) return difference(`the PSP received it, but it was credited as received at ${elsewhere}`);
  return marker.amountCents === amountCents
    ? agrees
    : difference(`${marker.amountCents} cents were credited here`);
}

async function judgeReturnReceived(deps: Judging, { id }: TheirMovement): Promise<Verdict> {
  const marker = await deps.markers.get(returnMarker(id));
  if (!marker) return onItsWay('a payment was returned to the PSP, but is not credited here');
  return marker.isLeftToPerson ? waits : agrees;
}

async function judgeReturnSent(deps: Judging, theirs: TheirMovement): Promise<Verdict> {
  const { id, amountCents, reference } = theirs;
  const chargeback = await deps.chargebacks.findByReturnId(id);
  if (chargeback?.acceptedAt) {
    const { status, request } = chargeback;
    if (request.amountCents !== amountCents)
      return difference(`the chargeback has ${request.amountCents} cents here`);
    return status === 'REJECTED'
      ? difference('the PSP made the return, but the chargeback is REJECTED here')
      : agrees;
  }
  const imposed = await deps.markers.get(returnMarker(id));
  if (imposed) return imposed.isLeftToPerson ? waits : agrees;
  if (await isKept(deps, theirs)) return waits;
  const asking = reference === undefined ? undefined : chargebackIdOf(reference);
  const asked = asking === undefined ? undefined : await deps.chargebacks.get(asking);
  return onItsWay(
    asked
      ? `the PSP returned the payment, but the chargeback is ${asked.status} here`
      : 'the PSP returned a received payment, but the return is not debited here',
  );
}

/**
 * Returns whether the return is stored with a payment that waits for a person. It is debited after the payment is
 * assigned and credited.
 */
async function isKept({ waitingPayments }: Judging, { id, amountCents, endToEndId }: TheirMovement) {
  if (endToEndId === undefined || !(await waitingPayments.find(endToEndId))) return false;
  const kept = await waitingPayments.keptReturns(endToEndId);
  return kept.some((one) => one.returnId === id && one.amountCents === amountCents);
}
