// What stands against holding the money of one cashout: closed and frozen accounts, the rules of the account, funds. The hold
// judges by it, and a preflight tells by it what a hold would say now.

import type { Account } from '../account/account.ts';
import { freezersOf } from '../freeze/freeze.ts';
import { type Approval, isApproved, requirementOf } from '../rules/approvals.ts';
import { type Count, countsOf, limitAt } from '../rules/limits.ts';
import { listableNames, payeeId, payeeOf } from '../rules/payees.ts';
import type { Rules } from '../rules/rules.ts';
import type { Cashout } from './cashout.ts';
import type { OwnFailure } from './failures.ts';
import type { Hold } from './hold.ts';

export type HoldRefusal = Extract<
  OwnFailure,
  'insufficient_funds' | 'account_closed' | 'frozen' | `rule_${string}`
>;

/** What the judgement needs of a hold. Without `approvedAt` the cashout is not approved yet, and its approvals are not judged. */
export type Judged = {
  cashout: Pick<Cashout, 'request' | 'createdBy' | 'approvedBy' | 'approvedAt' | 'approvals' | 'startsAt'>;
  reservation: Pick<Hold['reservation'], 'recipient' | 'reservedAt'>;
};

/** What is known of the account. */
export type Known = {
  /** Undefined: there is none. */
  balance: Account | 'unknown' | undefined;
  rules: Rules | undefined;
  /** Whether its list has a payee. @param payee as `payeeId` writes it */
  isListed: (payee: string) => boolean;
  /** Cents that a limit still lets through. */
  roomFor: (one: Count) => number;
  /** Whether a user who approved it ahead of its day still may approve. */
  mayApprove: (userId: string) => boolean;
};

/** Every reason, in the order of their weight; none: it can be held. */
export function refusalsOf(
  one: Judged,
  { balance, rules, isListed, roomFor, mayApprove }: Known,
): HoldRefusal[] {
  if (balance === undefined) return ['account_closed'];
  const known = balance === 'unknown' ? undefined : balance;
  const { amountCents } = one.cashout.request;
  const full = countsOfOne(one, rules).filter((each) => each.cents > roomFor(each));
  return [
    ...(known && known.status !== 'ACTIVE' ? (['account_closed'] as const) : []),
    ...(known && isFrozen(known, one) ? (['frozen'] as const) : []),
    ...(isApprovedBy(rules ?? {}, one, mayApprove) ? [] : (['rule_approvals'] as const)),
    ...(isAboveMost(rules ?? {}, one) ? (['rule_per_transfer'] as const) : []),
    ...(rules?.onlyListedPayees && !namesOf(one).some(isListed) ? (['rule_payees'] as const) : []),
    ...full.map(({ name }) => `rule_${name}` as const),
    ...(known && amountCents > known.availableCents ? (['insufficient_funds'] as const) : []),
  ];
}

/** What the limits of the account count for it. */
export function countsOfOne(one: Judged, rules: Rules | undefined): Count[] {
  if (!rules?.limits) return [];
  const { cashout, reservation } = one;
  const { amountCents, pixKey } = cashout.request;
  const payee = payeeOf(pixKey, reservation.recipient);
  return countsOf(rules, amountCents, payee, reservation.reservedAt);
}

/** The names under which the account's list may have its payee, as `payeeId` writes them. */
export const namesOf = ({ cashout, reservation }: Judged): string[] =>
  listableNames(cashout.request.pixKey, reservation.recipient).map(payeeId);

const isFrozen = (balance: Account, { cashout }: Judged) =>
  freezersOf(cashout).some((name) => balance.freezes?.has(name));

/**
 * Every approval was judged by the rule of its moment, so one from before a change of the rule counts. A scheduled cashout is held to
 * its day: to the rule of that day, and to approvals of users who still may approve.
 */
function isApprovedBy(rules: Rules, { cashout }: Judged, mayApprove: Known['mayApprove']): boolean {
  const { request, createdBy, approvedAt: at = '', startsAt } = cashout;
  const isBefore = rules.approvalsChangedAt === undefined || at <= rules.approvalsChangedAt;
  if (!at || (isBefore && !startsAt)) return true;
  const given = startsAt ? approvalsOf(cashout).filter(({ by }) => mayApprove(by)) : approvalsOf(cashout);
  return isApproved(requirementOf(rules, request.amountCents), given, createdBy);
}

/** Where one approval was enough, the row has it without a list. */
export const approvalsOf = ({
  approvals,
  approvedBy: by = '',
  approvedAt: at = '',
}: Judged['cashout']): readonly Approval[] => approvals ?? [{ by, at }];

function isAboveMost(rules: Rules, { cashout, reservation }: Judged): boolean {
  const most = limitAt(rules, 'per_transfer', reservation.reservedAt);
  return most !== undefined && cashout.request.amountCents > most;
}
