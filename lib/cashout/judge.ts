// Finds the reasons against a cashout, and the approvals that it needs. Only this file checks the account's rules,
// closed and frozen accounts, and funds. This file reads no table. `checks` defines which check runs at which moment,
// and the types require the facts for these checks.

import type { Account } from '../account/account.ts';
import { freezersOf } from '../freeze/freeze.ts';
import { type Approval, isApproved, type Requirement, requirementOf, stricter } from '../rules/approvals.ts';
import { type Count, countsOf, isOfPayee, limitAt } from '../rules/limits.ts';
import { listableNames, newPayeeOf, payeeId } from '../rules/payees.ts';
import type { Rules } from '../rules/rules.ts';
import type { Cashout } from './cashout.ts';
import type { OwnFailure } from './failures.ts';
import type { Hold } from './hold.ts';

/**
 * The moments at which a cashout is checked. `wait`: while it waits for approval. `payee`: before the caller learns
 * anything about the payee. `hold`: before the cashout's money is held. `start`: like `hold`, for a scheduled cashout.
 */
export const moments = ['create', 'preflight', 'wait', 'approve', 'payee', 'hold', 'start'] as const;
export type Moment = (typeof moments)[number];

const always = ['preflight', 'wait', 'payee', 'hold', 'start'] as const;
const ofThePayee = ['preflight', 'hold', 'start'] as const;

/**
 * The checks, most important first: checks that do not depend on the payee come first. `needs`: the fact that a check
 * uses.
 */
export const checks = {
  account: { what: 'the account is open', needs: 'balance', at: always },
  freezes: { what: 'account, client and company are not frozen', needs: 'balance', at: always },
  approvals: {
    what: 'enough users have approved it, by the rules of the moment',
    needs: 'rules',
    at: moments,
  },
  approvers: {
    what: 'whoever has approved it still may approve',
    needs: 'mayApprove',
    at: ['approve', 'payee', 'start'],
  },
  perTransfer: { what: 'the limit per transfer', needs: 'rules', at: always },
  dayAndNight: { what: 'the limits per day and night', needs: 'remainingOf', at: always },
  funds: { what: 'the funds', needs: 'balance', at: always },
  payees: { what: 'the list of payees', needs: 'isListed', at: ofThePayee },
  newPayee: { what: 'the limit for a new payee', needs: 'remainingOf', at: ofThePayee },
} as const satisfies Record<string, { what: string; needs: keyof Facts; at: readonly Moment[] }>;

type CheckName = keyof typeof checks;

export type HoldRefusal = Extract<
  OwnFailure,
  'insufficient_funds' | 'account_closed' | 'frozen' | `rule_${string}`
>;

export type Judged = {
  cashout: Pick<Cashout, 'request' | 'createdBy'> &
    Partial<
      Pick<Cashout, 'requires' | 'approvedBy' | 'approvedName' | 'approvedAt' | 'approvals' | 'startsAt'>
    >;
  /** Absent if the payment is not due yet. */
  reservation?: Pick<Hold['reservation'], 'recipient' | 'reservedAt'>;
};

type Facts = {
  /** The balance row; undefined if the account has none. */
  balance: Account | 'unknown' | undefined;
  rules: Rules | undefined;
  /**
   * Whether a payee is in the account's list.
   * @param payee in the form of `payeeId`
   */
  isListed: (payee: string) => boolean;
  /** Returns the cents that are left in a limit. */
  remainingOf: (one: Count) => number;
  /** Returns whether a user may still approve. */
  mayApprove: (userId: string) => boolean;
};

type NeedAt<At extends Moment> = {
  [Name in CheckName]: At extends (typeof checks)[Name]['at'][number]
    ? (typeof checks)[Name]['needs']
    : never;
}[CheckName];
type FactsAt<At extends Moment> = Pick<Facts, NeedAt<At>>;

/**
 * The result. `refusals`: all reasons against the cashout, most important first; if there are none, the money can be
 * held. `approvals`: the approvals that count.
 */
export type Judgement = {
  refusals: HoldRefusal[];
  requires: Requirement;
  approvals: readonly Approval[];
  isApproved: boolean;
};

export function judge<At extends Moment>(at: At, one: Judged, given: FactsAt<At>): Judgement {
  const facts = given as Partial<Facts>;
  const { requires, approvals, isApproved } = judgeApprovals(at, one, facts);
  const isToBePaid = at === 'payee' || at === 'hold' || at === 'start';
  const runs: Record<CheckName, () => HoldRefusal[]> = {
    account: () => (isOpen(facts.balance) ? [] : ['account_closed']),
    freezes: () => (isFrozen(facts.balance, one) ? ['frozen'] : []),
    approvals: () => (isApproved || !isToBePaid ? [] : ['rule_approvals']),
    // This check never refuses, because `judgeApprovals` has already removed the approvals of users who may no longer
    // approve.
    approvers: () => [],
    perTransfer: () => (isAboveMost(one, facts.rules) ? ['rule_per_transfer'] : []),
    payees: () => (isListed(one, facts) ? [] : ['rule_payees']),
    dayAndNight: () => full(one, facts, ({ sk }) => !isOfPayee(sk)),
    newPayee: () => full(one, facts, ({ sk }) => isOfPayee(sk)),
    funds: () => (isCovered(facts.balance, one) ? [] : ['insufficient_funds']),
  };
  const refusals = (Object.keys(checks) as CheckName[]).filter(isAt(at)).flatMap((name) => runs[name]());
  return { refusals, requires, approvals, isApproved };
}

const isAt = (at: Moment) => (name: CheckName) => (checks[name].at as readonly Moment[]).includes(at);

/**
 * Decides whether a cashout has enough approvals. It needs the stricter of two requirements: by the rules at its
 * creation, and by the rules now. A cashout that was approved before the rules changed needs no more approvals for its
 * hold. A scheduled cashout is always checked again at its start.
 */
function judgeApprovals(at: Moment, { cashout }: Judged, { rules = {}, mayApprove }: Partial<Facts>) {
  const { request, createdBy, requires: before, approvedAt = '' } = cashout;
  const now = requirementOf(rules, request.amountCents);
  const requires = before ? stricter(before, now) : now;
  const approvals = approvalsOf(cashout).filter(({ by }) => !isAt(at)('approvers') || mayApprove?.(by));
  const wasJudged = !cashout.startsAt && approvedAt !== '' && approvedAt <= (rules.approvalsChangedAt ?? '~');
  const isToBeHeld = at === 'payee' || at === 'hold';
  return {
    requires,
    approvals,
    isApproved: (isToBeHeld && wasJudged) || isApproved(requires, approvals, createdBy),
  };
}

/** Returns why an approval by this user would not count, or undefined if it would count. */
export function whyNotBy(
  userId: string,
  createdBy: string,
  { requires, approvals }: Pick<Judgement, 'requires' | 'approvals'>,
): 'approval_of_own' | 'approved_already' | undefined {
  if (!requires.ownCounts && userId === createdBy) return 'approval_of_own';
  return approvals.some(({ by }) => by === userId) ? 'approved_already' : undefined;
}

/**
 * Returns a cashout's approvals. If one approval was enough, the row has no list, and its own fields contain the
 * approval.
 */
export function approvalsOf({
  approvals,
  approvedBy: by,
  approvedName: name,
  approvedAt: at,
}: Pick<Judged['cashout'], 'approvals' | 'approvedBy' | 'approvedName' | 'approvedAt'>): readonly Approval[] {
  return approvals ?? (by && at ? [{ by, ...(name ? { name } : {}), at }] : []);
}

/** Returns the amounts that this cashout adds to the account's limits. */
export function countsOfOne({ cashout, reservation }: Judged, rules: Rules | undefined): Count[] {
  if (!rules?.limits || !reservation) return [];
  const { amountCents, pixKey } = cashout.request;
  const payee = newPayeeOf(pixKey, reservation.recipient);
  return countsOf(rules, amountCents, payee, reservation.reservedAt);
}

/** Returns the ids by which the account's list may contain the payee, in the form of `payeeId`. */
export const namesOf = ({ cashout, reservation }: Judged): string[] =>
  listableNames(cashout.request.pixKey, reservation?.recipient ?? {}).map(payeeId);

const isOpen = (balance: Facts['balance']) => balance === 'unknown' || balance?.status === 'ACTIVE';

const isFrozen = (balance: Facts['balance'], { cashout }: Judged) =>
  balance !== 'unknown' && freezersOf(cashout).some((name) => balance?.freezes?.has(name));

const isCovered = (balance: Facts['balance'], { cashout }: Judged) =>
  balance === 'unknown' || !balance || cashout.request.amountCents <= balance.availableCents;

const isListed = (one: Judged, facts: Partial<Facts>) =>
  !facts.rules?.onlyListedPayees || namesOf(one).some((name) => facts.isListed?.(name));

const full = (one: Judged, { rules, remainingOf }: Partial<Facts>, isWanted: (count: Count) => boolean) =>
  countsOfOne(one, rules)
    .filter((count) => isWanted(count) && count.cents > (remainingOf?.(count) ?? 0))
    .map(({ name }) => `rule_${name}` as const);

function isAboveMost({ cashout, reservation }: Judged, rules: Rules = {}): boolean {
  const most = reservation && limitAt(rules, 'per_transfer', reservation.reservedAt);
  return most !== undefined && cashout.request.amountCents > most;
}
