// Makes the row of a new cashout. A self-approved cashout is PROCESSING at once, unless it is scheduled or the
// account's rules require more approvals.

import type { Identity } from '../access/tokens.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { addSeconds } from '../base/time.ts';
import { endToEndIdOf } from '../network/end-to-end-id.ts';
import type { Base } from '../platform/deps.ts';
import { type Approval, approvalOf, approverName, type Requirement } from '../rules/approvals.ts';
import { expiryOf, type Rules } from '../rules/rules.ts';
import { approvedAhead } from './approved-ahead.ts';
import { type Cashout, type CashoutRequest, isSelfApproved } from './cashout.ts';
import { storedKey } from './idempotency.ts';
import { judge } from './judge.ts';
import { newListKeys } from './list-keys.ts';
import { firstIndexFields } from './move-to.ts';

export type NewCashout = {
  caller: Pick<Identity, 'companyId' | 'userId' | 'userName'>;
  account: AccountRef;
  idempotencyKey: string | undefined;
};

/**
 * The fixed values of a new cashout. `startsAt`: present only if it is scheduled. `approved`: the approvals of the
 * cashout's batch and the required approvals; they replace the creator's own approval.
 */
export type Fixed = {
  id: number;
  request: CashoutRequest;
  startsAt: string | undefined;
  approved?: { requires: Requirement; approvals: readonly Approval[] };
};

/**
 * Makes the row.
 * @param rules of the account; absent if it has none
 */
export function newCashout(
  deps: Base,
  { caller, account, idempotencyKey }: NewCashout,
  { id, request, startsAt, approved }: Fixed,
  rules: Rules | undefined,
): Cashout {
  const now = deps.now();
  const createdAt = now.toISOString();
  const own = isSelfApproved(request) ? [approvalOf(caller, createdAt)] : [];
  const approvals = approved?.approvals ?? own;
  const asked = { request, createdBy: caller.userId, approvals, requires: approved?.requires };
  const ruled = rules && underRules(rules, asked);
  const isApprovedNow = isSelfApproved(request) && !ruled?.waitsFor;
  const expiry = expiryOf(rules ?? {}, now);
  const approval = { approvedAt: createdAt, approvedBy: approvals.at(-1)?.by ?? caller.userId };
  const begun = () => ({
    ...approval,
    endToEndId: endToEndIdOf(id, deps.config.OUR_ISPB, now),
  });
  const ahead = startsAt && {
    startsAt,
    // The approval must come before the start, so the cashout expires at the start at the latest.
    expiresAt: [expiry.expiresAt ?? startsAt, startsAt].toSorted()[0] as string,
    ...(isApprovedNow ? { ...approval, ...approvedAhead({ request }) } : {}),
  };
  const status = isApprovedNow && !ahead ? 'PROCESSING' : 'NEW';
  return {
    id,
    companyId: caller.companyId,
    account,
    request,
    ...(idempotencyKey ? storedKey(idempotencyKey) : {}),
    createdAt,
    createdBy: caller.userId,
    createAttempt: deps.ids.attempt(),
    ...(ahead || (isApprovedNow ? begun() : expiry)),
    ...ruled,
    tries: 0,
    pendingEvents: ahead && isApprovedNow ? ['created', 'scheduled'] : ['created'],
    ...firstIndexFields({ id, account, ...(isApprovedNow ? approval : {}) }, status),
    dueAt: addSeconds(now, deps.config.RESUME_AFTER_SECONDS),
    ...newListKeys(account, id, createdAt),
  };
}

/** Returns the fields that the account's rules add to the row. */
function underRules(
  rules: Rules,
  {
    requires: before,
    ...asked
  }: Pick<Cashout, 'request' | 'createdBy'> & {
    approvals: readonly Approval[];
    requires: Requirement | undefined;
  },
): Pick<Cashout, 'requires' | 'approvals' | 'approvedName' | 'waitsFor'> {
  const { request, approvals } = asked;
  const cashout = before ? { ...asked, requires: before } : asked;
  const { requires, isApproved } = judge('create', { cashout }, { rules });
  if (!isSelfApproved(request)) return { requires };
  const [only, ...others] = approvals;
  if (isApproved)
    return only && others.length === 0 ? { requires, ...approverName(only) } : { requires, approvals };
  return requires.ownCounts
    ? { requires, approvals, waitsFor: 'approvals' }
    : { requires, waitsFor: 'other_user' };
}
