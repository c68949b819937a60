// Tells what would become of a cashout that is not created: its payee, what stands against it now, and the approvals that it
// would need. It makes nothing. What judges it is what judges the hold.

import type { Identity } from '../access/tokens.ts';
import type { Account } from '../account/account.ts';
import { admit } from '../account/find-account.ts';
import { requirePermissions } from '../account/policy.ts';
import type { Core, WithNetwork, WithPreflights } from '../app/deps.ts';
import { type AccountRef, isSameAccount } from '../base/account-ref.ts';
import { refuse, wordsOf } from '../base/errors.ts';
import { type Cents, cents } from '../base/money.ts';
import type { Recipient } from '../network/port.ts';
import { describeReject } from '../network/reject-codes.ts';
import type { Requirement } from '../rules/approvals.ts';
import { duplicateSince } from '../rules/duplicates.ts';
import { type Count, countsOf, roomOf } from '../rules/limits.ts';
import { acceptSchedule } from './accept-schedule.ts';
import { accountOf } from './bank-account.ts';
import type { AskedCashout, CashoutRequest, ManualRecipient } from './cashout.ts';
import { payeeAsked } from './duplicate.ts';
import { ownFailures } from './failures.ts';
import { findDuplicate } from './find-duplicate.ts';
import { readCode } from './freeze-code.ts';
import { freezeRequest } from './freeze-request.ts';
import { countsOfOne, type Judged, judge, namesOf } from './judge.ts';
import { lookUpPayee } from './look-up-payee.ts';
import type { RuleRows } from './preflight-store.ts';
import type { Resolved } from './resolve-recipient.ts';

const issuerIsSilent = 'Issuer of the copy and paste code gave no answer';
const directoryIsSilent = 'Pix directory gave no answer';

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

export async function preflightCashout(
  deps: Core & WithNetwork & WithPreflights,
  { caller, account: ref, asked }: { caller: Identity; account: AccountRef; asked: AskedCashout },
): Promise<Preflight> {
  const found = await deps.accounts.getWithPolicy(ref, caller.userId);
  admit(caller, found);
  requirePermissions(found.policy, ['CREATE']);
  const { account } = found;
  if (account.status === 'CLOSED') refuse('account_not_found');
  const startsAt = acceptSchedule(deps, asked);
  const isCode = asked.copyAndPaste !== undefined;
  const request = isCode ? await readCode(deps, asked) : freezeRequest(asked, deps.config.CNPJ_LETTERS);
  if (!request) return { ...(await unread(deps, account, asked)), startsAt };

  const { rules = {} } = account;
  const resolved = await lookUpPayee(deps, caller.userId, request);
  const recipient = payeeIn(resolved);
  const at = deps.now().toISOString();
  const one: Judged = {
    cashout: { request, createdBy: caller.userId },
    reservation: { recipient: recipient ?? asRecipient(request.recipient), reservedAt: at },
  };
  const counts = countsOfOne(one, rules);
  const names = rules.onlyListedPayees ? namesOf(one) : [];
  const { amountCents } = request;
  const payout = rules.duplicates && { payee: payeeAsked(request), amountCents };
  const rows = await deps.preflights.read(account, { counts, names, payout });
  const possibleDuplicateOf = await duplicateIn(deps, account, rows, at);
  const isRefused = possibleDuplicateOf !== undefined && rules.duplicates?.action === 'refuse';
  const { refusals, requires } = judge('preflight', one, {
    balance: account,
    rules,
    // Without a payee it is not known under which names the list may have it.
    isListed: (name) => recipient === undefined || rows.listed.has(name),
    roomFor: (count) => roomOf(count, rows.counted.get(count.sk), at),
  });
  return {
    account,
    at,
    startsAt,
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

/** Of a code that was not read: neither payee nor amount is certain, so only the account is shown. */
async function unread(
  deps: Core & WithPreflights,
  account: Account,
  { amountCents }: AskedCashout,
): Promise<Preflight> {
  const at = deps.now().toISOString();
  const all = countsOf(account.rules ?? {}, cents(0), '', at);
  const counts = all.filter(({ name }) => name !== 'new_payee');
  const rows = await deps.preflights.read(account, { counts, names: [] });
  return { account, at, amountCents, reasons: [issuerIsSilent], rooms: roomsOf(counts, rows, at) };
}

const roomsOf = (counts: readonly Count[], { counted }: RuleRows, at: string): Rooms =>
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
