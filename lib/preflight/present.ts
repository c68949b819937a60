// Shows a preflight in the API's form (an extension: docs/decisions/product/preflight.md). The payee is shown as in a
// SUCCESS cashout.

import { cents, toDecimal } from '../base/money.ts';
import { contentDigest } from '../cashout/content-digest.ts';
import { presentGiven, presentRecipient } from '../cashout/present.ts';
import { shownOf } from '../cashout/request-fields.ts';
import { listedOn, takesPart } from '../network/institutions.ts';
import type { Recipient } from '../network/port.ts';
import { type LimitName, limitAt } from '../rules/limits.ts';
import type { Preflight } from './foretell.ts';
import type { Waiting } from './preflight-waiting.ts';

export function presentPreflight(found: Preflight) {
  const { account, at, startsAt, amountCents, reasons, judged } = found;
  const limit = (name: LimitName) => presentLimit(found, name);
  const mostCents = limitAt(account.rules ?? {}, 'per_transfer', at);
  const most = mostCents === undefined ? null : toDecimal(mostCents);
  return {
    worked: true,
    ...(startsAt ? { starts_at: startsAt } : {}),
    amount: amountCents === undefined ? null : toDecimal(amountCents),
    payee: judged?.recipient ? presentRecipient(judged, true, 'lookup') : null,
    payee_takes_part: partOf(judged?.recipient, at),
    participants_listed_on: listedOn,
    allowed: reasons.length === 0,
    reasons,
    approvals_needed: judged?.requirement.needed ?? null,
    own_approval_counts: judged?.requirement.ownCounts ?? null,
    ...shownOf(judged?.request ?? {}),
    possible_duplicate_of: judged?.possibleDuplicateOf ?? null,
    available: toDecimal(account.availableCents),
    limits: {
      per_transfer: most === null ? null : { amount: most, left: most },
      per_day: limit('per_day'),
      per_night: limit('per_night'),
      new_payee: limit('new_payee'),
    },
  };
}

/** Shows a preflight to users who may approve the cashout. The digest covers the content that is shown here. */
export function presentWaiting({ cashout, preflight }: Waiting) {
  const { id, status, request } = cashout;
  const { recipient } = preflight.judged ?? {};
  // For an account at another bank, only the request names its owner.
  const isKnown = request.pixKey !== undefined || recipient?.ownAccount !== undefined;
  return {
    ...presentPreflight(preflight),
    id,
    status,
    content_digest: contentDigest(cashout),
    owner_known: recipient ? isKnown && recipient.legalId !== undefined : null,
    approvals: presentGiven(cashout),
  };
}

/**
 * Returns whether the payee's institution takes part in PIX, or null if this is not known. Our list may be old, so the
 * value is shown but is no reason against the payout. The network decides.
 */
function partOf(recipient: Recipient | undefined, at: string): boolean | null {
  if (recipient?.ownAccount) return true;
  return recipient?.ispb ? (takesPart(recipient.ispb, new Date(at)) ?? null) : null;
}

/**
 * Shows a limit. Returns null if the limit does not count the cashout: the limit is not set, it is daytime, or the
 * payee is not new.
 */
function presentLimit({ rooms }: Preflight, name: LimitName) {
  const room = rooms.find((one) => one.name === name);
  if (!room || room.roomCents === Number.POSITIVE_INFINITY) return null;
  return { amount: toDecimal(cents(room.limitCents)), left: toDecimal(cents(Math.max(0, room.roomCents))) };
}
