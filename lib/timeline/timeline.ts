// Describes the history of a cashout in words, oldest step first. Everything comes from the cashout's row.

import { toDecimalText } from '../base/money.ts';
import { readAsked } from '../cashout/asked-words.ts';
import type { Cashout } from '../cashout/cashout.ts';
import { waitTexts } from '../cashout/failures.ts';
import { describeReturn } from '../network/return-codes.ts';

export type What =
  | 'created'
  | 'payee_shown'
  | 'approved'
  | 'postponed'
  | 'started'
  | 'rejected'
  | 'expired'
  | 'asked'
  | 'reserved'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'partially_returned'
  | 'refunded';

/** A step. `by`: id of a user. `code`: the network's reason code. */
export type Entry = { at: string; what: What; by: string | null; text: string; code: string | null };

export function timelineOf(cashout: Cashout): Entry[] {
  const { reservedAt, startsAt } = cashout;
  const asked = (early: boolean) =>
    readAsked(cashout)
      .filter(({ isEarly }) => isEarly === early)
      .map(({ told: { at, text, code } }) => entry(at, 'asked', text, { code }));
  const entries = [
    created(cashout),
    ...payeeShown(cashout),
    ...approved(cashout),
    ...postponed(cashout),
    // Steps of the same millisecond are shown in the order of this list.
    ...asked(true),
    ...(reservedAt && startsAt ? [entry(reservedAt, 'started', 'Started, as it was scheduled')] : []),
    ...(reservedAt ? [entry(reservedAt, 'reserved', 'Money held')] : []),
    ...asked(false),
    ...accepted(cashout),
    ...ended(cashout),
    ...returned(cashout),
  ];
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

function entry(at: string, what: What, text: string, more: Partial<Pick<Entry, 'by' | 'code'>> = {}): Entry {
  return { at, what, by: null, text, code: null, ...more };
}

function created(cashout: Cashout): Entry {
  const { createdAt, createdBy: by, waitsFor, startsAt, postponedAt, retriesAt } = cashout;
  // If the cashout was sent back for another approval, the row no longer has the expiry of the creation, so no expiry
  // is shown.
  const expiresAt = postponedAt && !retriesAt ? undefined : cashout.expiresAt;
  const waits = waitsFor ? `. ${waitTexts[waitsFor]}` : '';
  const expires = expiresAt ? `. It expires at ${expiresAt} unless it is approved by then` : '';
  const starts = startsAt ? `. It is scheduled for ${startsAt}` : '';
  return entry(createdAt, 'created', `Created${starts}${waits}${expires}`, { by });
}

function payeeShown({ payeeShown }: Cashout): Entry[] {
  if (!payeeShown) return [];
  const { at, by } = payeeShown;
  return [entry(at, 'payee_shown', 'Payee looked up and shown to whoever may approve it', { by })];
}

/** Tells that the PSP has the payment, which it may hold back for analysis before it pays. */
function accepted({ acceptedAt, status }: Cashout): Entry[] {
  if (!acceptedAt || status !== 'PROCESSING') return [];
  const text =
    'The network has the payment, and it is in progress. A PSP may hold it for analysis, for 30 minutes by day and 60 by night';
  return [entry(acceptedAt, 'asked', text)];
}

function approved({ approvals = [], approvedAt, approvedBy, startsAt }: Cashout): Entry[] {
  const isLast = ({ at, by }: { at: string; by: string }) => at === approvedAt && by === approvedBy;
  const earlier = approvals
    .filter((one) => !isLast(one))
    .map(({ at, by }) => entry(at, 'approved', 'Approved. More approvals are needed', { by }));
  if (!approvedAt) return earlier;
  const text = startsAt ? 'Approved ahead: nothing is held until it starts' : 'Approved';
  return [...earlier, entry(approvedAt, 'approved', text, { by: approvedBy ?? null })];
}

function postponed({ postponedAt, retriesAt, expiresAt }: Cashout): Entry[] {
  if (!postponedAt) return [];
  const text = retriesAt
    ? `Could not start. It is tried again at ${retriesAt}`
    : `Could not start: more approvals are needed. It expires at ${expiresAt} unless it is approved by then`;
  return [entry(postponedAt, 'postponed', text)];
}

/** Returns the step that ended the cashout. A cashout that was never approved ends by a rejection or by its expiry. */
function ended(cashout: Cashout): Entry[] {
  const { endedAt, operationId, approvedAt, rejectedBy, failureText = '', failureCode } = cashout;
  if (!endedAt) return [];
  if (operationId !== undefined) return [entry(endedAt, 'succeeded', settledText(cashout))];
  if (rejectedBy) return [entry(endedAt, 'rejected', failureText, { by: rejectedBy })];
  if (!approvedAt) return [entry(endedAt, 'expired', failureText)];
  const code = failureCode ?? null;
  return cashout.status === 'ERROR'
    ? [entry(endedAt, 'failed', `Failed: ${failureText}`, { code })]
    : [entry(endedAt, 'cancelled', `Cancelled: ${failureText}`, { code })];
}

function settledText({ recipient, operationId }: Cashout): string {
  return recipient?.ownAccount
    ? `Settled in the ledger of this institution, which is the evidence: operation ${operationId}`
    : `Settled: operation ${operationId}`;
}

/**
 * Returns one step for each return of money. Rows of earlier versions do not store each return, only the return that
 * made the cashout REFUNDED.
 */
function returned(cashout: Cashout): Entry[] {
  const { status, request, returns, refundedAt, failureText, failureCode: code = null } = cashout;
  const isRefunded = status === 'REFUNDED';
  if (!returns)
    return isRefunded && refundedAt
      ? [entry(refundedAt, 'refunded', `Returned in full: ${failureText}`, { code })]
      : [];
  const whole = toDecimalText(request.amountCents);
  return returns.map(({ at, amountCents, code }, index) => {
    const isLast = isRefunded && index === returns.length - 1;
    const text = `Returned ${toDecimalText(amountCents)} of ${whole}: ${describeReturn(code)}`;
    return entry(at, isLast ? 'refunded' : 'partially_returned', text, { code });
  });
}
