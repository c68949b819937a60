// Computes an account's rules after one of them is set. Null removes a rule.

import type * as z from 'zod';
import type { Cents } from '../base/money.ts';
import { type LimitName, setLimit } from './limits.ts';
import { type Rules, secondsOf } from './rules.ts';
import type { ruleFields } from './schemas.ts';

/** Returns only the changed rules: undefined removes a rule, and rules that are absent in the result stay. */
export type ChangeOf = (rules: Rules, now: Date) => Rules;

/** The rules that a call can set, without the limits. A call for a limit sets one limit by name. */
type Settable = z.output<z.ZodObject<Omit<typeof ruleFields, 'limit'>>>;

export const changes: { [Name in keyof Settable]: (to: Settable[Name]) => ChangeOf } = {
  expire_new_after_hours: (hours) => () => ({
    expireNewSeconds: hours === null ? undefined : secondsOf(hours),
  }),
  own_approval_up_to: (max) => approvalChange({ ownApprovalMaxCents: max ?? undefined }),
  approvals: (bands) =>
    approvalChange({ bands: bands.map(({ from: fromCents, needed }) => ({ fromCents, needed })) }),
  duplicates: (rule) => () => ({
    duplicates: rule ? { withinSeconds: secondsOf(rule.within_hours), action: rule.action } : undefined,
  }),
  low_balance: (below) => () => ({ lowBalanceCents: below ?? undefined }),
  reported_money: (how) => () => ({ blocksReported: how === 'blocked' || undefined }),
  payees: (who) => () => ({ onlyListedPayees: who === 'listed' || undefined }),
};

/**
 * Changes the rules about approvals, with the time of the change. The hold compares that time with the time of an
 * approval.
 */
function approvalChange(changed: Pick<Rules, 'bands' | 'ownApprovalMaxCents'>): ChangeOf {
  return (_, now) => ({ ...changed, approvalsChangedAt: now.toISOString() });
}

/**
 * Changes a limit.
 * @param wanted cents; undefined for no limit
 */
export function limitChange(name: LimitName, wanted: Cents | undefined): ChangeOf {
  return (rules, now) => ({
    limits: { ...rules.limits, [name]: setLimit(rules, name, wanted, now) },
  });
}
