// Predicts the result of a payout to a payee that was looked up: reasons against it, remaining limits, approvals. The
// same code judges the payout again at its hold.

import type { Account } from '../account/account.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { wordsOf } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { accountOf } from '../cashout/bank-account.ts';
import type { CashoutRequest, ManualRecipient } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { payeeAsked } from '../cashout/duplicate.ts';
import { ownFailures } from '../cashout/failures.ts';
import { findDuplicate } from '../cashout/find-duplicate.ts';
import { countsOfOne, type Judged, judge, namesOf } from '../cashout/judge.ts';
import type { WithPspRows } from '../network/deps.ts';
import type { Recipient } from '../network/port.ts';
import { describeReject } from '../network/reject-codes.ts';
import { stopAt } from '../network/stop-at.ts';
import type { Resolved } from '../payout/resolve-recipient.ts';
import type { Base } from '../platform/deps.ts';
import type { Requirement } from '../rules/approvals.ts';
import { duplicateSince } from '../rules/duplicates.ts';
import { type Count, roomOf } from '../rules/limits.ts';
import type { RuleRows, WithPreflights } from './preflight-store.ts';

export type Preflight = {
  account: Account;
  /** Time of the prediction (ISO, UTC). */
  at: string;
  /** Start of a scheduled cashout (ISO, UTC). The answer describes the present state, not the state at the start. */
  startsAt?: string | undefined;
  /** Absent if only the code's issuer knows the amount, and the issuer gave no answer. */
  amountCents?: Cents | undefined;
  /** Reasons why the cashout would be refused or end unpaid in the present state. */
  reasons: string[];
  /** The amount in cents that is left of each limit that counts the cashout. */
  rooms: Rooms;
  /** Absent if the code's issuer gave no answer, because payee and amount are not certain then. */
  judged?: {
    request: CashoutRequest;
    /** Absent if the payee was not found. */
    recipient?: Recipient | undefined;
    requirement: Requirement;
    possibleDuplicateOf?: number | undefined;
  };
};

type Rooms = (Count & { roomCents: number })[];

/**
 * @param cashout the cashout, if it exists already. Its row names its possible duplicate, so no duplicate is searched
 * for
 */
export async function foretell(
  deps: Base & WithCashouts & WithPreflights,
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
  const payouts = isNew && rules.duplicates ? [{ payee: payeeAsked(request), amountCents }] : [];
  const rows = await deps.preflights.read(account, { counts, names, payouts });
  const possibleDuplicateOf = isNew
    ? await duplicateIn(deps, account, rows, at)
    : cashout.possibleDuplicateOf;
  const isRefused = isNew && possibleDuplicateOf !== undefined && rules.duplicates?.action === 'refuse';
  const { refusals, requires } = judge('preflight', one, {
    balance: account,
    rules,
    // If the payee was not found, the payee's ids in the list are not known, so the payee counts as listed.
    isListed: (name) => recipient === undefined || rows.listed.has(name),
    remainingOf: (count) => roomOf(count, rows.counted.get(count.sk), at),
  });
  return {
    account,
    at,
    amountCents,
    reasons: [
      ...reasonsOf(resolved, account),
      ...((await isStopped(deps, recipient)) ? [ownFailures.psp_stopped.text] : []),
      ...refusals.map((name) => ownFailures[name].text),
      ...(isRefused ? [wordsOf('possible_duplicate')] : []),
    ],
    rooms: roomsOf(counts, rows, at),
    judged: { request, recipient, requirement: requires, possibleDuplicateOf },
  };
}

/** Returns whether the payment would wait, because it leaves this institution and the PSP refuses us. */
const isStopped = async (deps: Base & WithPspRows, recipient: Recipient | undefined) =>
  !recipient?.ownAccount && (await stopAt(deps, deps.config.PAYOUT_NETWORK)) !== undefined;

export const roomsOf = (counts: readonly Count[], { counted }: RuleRows, at: string): Rooms =>
  counts.map((one) => ({ ...one, roomCents: roomOf(one, counted.get(one.sk), at) }));

/** Returns the payee if it is known, even if it is not the intended payee. */
const payeeIn = (resolved: Resolved): Recipient | undefined =>
  resolved.kind === 'unknown' ? undefined : resolved.recipient;

/** Returns the bank details of the request as a recipient. */
const asRecipient = (given: ManualRecipient | undefined): Recipient => (given ? accountOf(given) : {});

/** Returns the reasons that the payee itself causes. */
function reasonsOf(resolved: Resolved, account: AccountRef): string[] {
  if (resolved.kind === 'unknown') return [ownFailures.no_answer.text];
  if (resolved.kind === 'failed') return [resolved.failure.text];
  const { recipient, isClosed } = resolved;
  if (recipient.ownAccount && isSameAccount(recipient.ownAccount, account))
    return [ownFailures.same_account.text];
  return isClosed ? [describeReject('AC07')] : [];
}

/** Returns the id of the earlier cashout that a new one may repeat, under the account's rule about duplicates. */
async function duplicateIn(
  deps: Base & WithCashouts,
  { rules }: Account,
  { latest: [latest] }: RuleRows,
  at: string,
): Promise<number | undefined> {
  if (!rules?.duplicates || !latest || latest.at < duplicateSince(rules.duplicates, at)) return undefined;
  return (await findDuplicate(deps, rules.duplicates, latest.cashoutId, at))?.id;
}
