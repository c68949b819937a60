// What would become of a payout to a payee that was looked up: its reasons against it, the room of its limits, the approvals. The
// hold is judged by the same code, anew.

import type { Account } from '../account/account.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { wordsOf } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { accountOf } from '../cashout/bank-account.ts';
import type { CashoutRequest, ManualRecipient } from '../cashout/cashout.ts';
import type { Core } from '../cashout/deps.ts';
import { payeeAsked } from '../cashout/duplicate.ts';
import { ownFailures } from '../cashout/failures.ts';
import { findDuplicate } from '../cashout/find-duplicate.ts';
import { countsOfOne, type Judged, judge, namesOf } from '../cashout/judge.ts';
import type { Recipient } from '../network/port.ts';
import { describeReject } from '../network/reject-codes.ts';
import type { Resolved } from '../payout/resolve-recipient.ts';
import type { Requirement } from '../rules/approvals.ts';
import { duplicateSince } from '../rules/duplicates.ts';
import { type Count, roomOf } from '../rules/limits.ts';
import type { RuleRows, WithPreflights } from './preflight-store.ts';

export type Preflight = {
  account: Account;
  /** ISO, UTC. */
  at: string;
  /** When it would start, if it is asked for another day: what is told is what holds now. */
  startsAt?: string | undefined;
  /** Absent if only the code's issuer knows it, and gave no answer. */
  amountCents?: Cents | undefined;
  /** Why it would end unpaid, or be refused, as things stand. */
  reasons: string[];
  /** What each limit that counts it still lets through. */
  rooms: Rooms;
  /** Present when payee and amount are known. */
  judged?: {
    request: CashoutRequest;
    /** Absent when it was not found. */
    recipient?: Recipient | undefined;
    requirement: Requirement;
    possibleDuplicateOf?: number | undefined;
  };
};

type Rooms = (Count & { roomCents: number })[];

const directoryIsSilent = 'Pix directory gave no answer';

/** @param cashout one that is there names its own possible duplicate: none is looked for */
export async function foretell(
  deps: Core & WithPreflights,
  account: Account,
  cashout: Judged['cashout'] & { id?: number; possibleDuplicateOf?: number },
  resolved: Resolved,
): Promise<Preflight> {
  const { rules = {} } = account;
  const { request } = cashout;
  const recipient = payeeIn(resolved);
  const at = deps.now().toISOString();
  const one: Judged = {
    cashout,
    reservation: { recipient: recipient ?? asRecipient(request.recipient), reservedAt: at },
  };
  const counts = countsOfOne(one, rules);
  const names = rules.onlyListedPayees ? namesOf(one) : [];
  const { amountCents } = request;
  const isNew = cashout.id === undefined;
  const payout = isNew && rules.duplicates && { payee: payeeAsked(request), amountCents };
  const rows = await deps.preflights.read(account, { counts, names, payout: payout || undefined });
  const possibleDuplicateOf = isNew
    ? await duplicateIn(deps, account, rows, at)
    : cashout.possibleDuplicateOf;
  const isRefused = isNew && possibleDuplicateOf !== undefined && rules.duplicates?.action === 'refuse';
  const { refusals, requires } = judge('preflight', one, {
    balance: account,
    rules,
    // Without a payee it is not known under which names the list may have it.
    isListed: (name) => recipient === undefined || rows.listed.has(name),
    remainingOf: (count) => roomOf(count, rows.counted.get(count.sk), at),
  });
  return {
    account,
    at,
    amountCents,
    reasons: [
      ...reasonsOf(resolved, account),
      ...refusals.map((name) => ownFailures[name].text),
      ...(isRefused ? [wordsOf('possible_duplicate')] : []),
    ],
    rooms: roomsOf(counts, rows, at),
    judged: { request, recipient, requirement: requires, possibleDuplicateOf },
  };
}

export const roomsOf = (counts: readonly Count[], { counted }: RuleRows, at: string): Rooms =>
  counts.map((one) => ({ ...one, roomCents: roomOf(one, counted.get(one.sk), at) }));

/** The payee, if it is known, even if it is not the one that was meant. */
const payeeIn = (resolved: Resolved): Recipient | undefined =>
  resolved.kind === 'unknown' ? undefined : resolved.recipient;

/** Bank details as they were given. */
const asRecipient = (given: ManualRecipient | undefined): Recipient => (given ? accountOf(given) : {});

/** What the payee itself is a reason against. */
function reasonsOf(resolved: Resolved, account: AccountRef): string[] {
  if (resolved.kind === 'unknown') return [directoryIsSilent];
  if (resolved.kind === 'failed') return [resolved.failure.text];
  const { recipient, isClosed } = resolved;
  if (recipient.ownAccount && isSameAccount(recipient.ownAccount, account))
    return [ownFailures.same_account.text];
  return isClosed ? [describeReject('AC07')] : [];
}

/** The earlier cashout that a create would find under the account's rule. */
async function duplicateIn(
  deps: Core,
  { rules }: Account,
  { latest }: RuleRows,
  at: string,
): Promise<number | undefined> {
  if (!rules?.duplicates || !latest || latest.at < duplicateSince(rules.duplicates, at)) return undefined;
  return findDuplicate(deps, rules.duplicates, latest.cashoutId, at);
}
