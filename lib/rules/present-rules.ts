// Shows the rules of an account to callers and operators. A missing rule is null.

import { type Cents, toDecimal } from '../base/money.ts';
import { type LimitName, limitAt, limitNames } from './limits.ts';
import { hoursOf, type Rules } from './rules.ts';

/**
 * Shows the rules.
 * @param at time for which the limits are shown (ISO, UTC)
 */
export function presentRules(rules: Rules | undefined, at: string) {
  const { expireNewSeconds, ownApprovalMaxCents, bands = [], onlyListedPayees } = rules ?? {};
  const { duplicates, lowBalanceCents, blocksReported } = rules ?? {};
  return {
    expire_new_after_hours: expireNewSeconds === undefined ? null : hoursOf(expireNewSeconds),
    own_approval_up_to: amountOf(ownApprovalMaxCents),
    approvals: bands.map(({ fromCents, needed }) => ({ from: toDecimal(fromCents), needed })),
    limits: presentLimits(rules ?? {}, at),
    payees: onlyListedPayees ? ('listed' as const) : ('any' as const),
    duplicates: duplicates
      ? { within_hours: hoursOf(duplicates.withinSeconds), action: duplicates.action }
      : null,
    low_balance: amountOf(lowBalanceCents),
    reported_money: blocksReported ? ('blocked' as const) : ('free' as const),
  };
}

const presentLimits = (rules: Rules, at: string) =>
  Object.fromEntries(limitNames.map((name) => [name, presentLimit(rules, name, at)])) as Record<
    LimitName,
    ReturnType<typeof presentLimit>
  >;

/** Shows a limit. `next`: an increase that is not in effect yet. */
function presentLimit(rules: Rules, name: LimitName, at: string) {
  const next = rules.limits?.[name]?.next;
  const isWaiting = next && next.from > at;
  return {
    amount: amountOf(limitAt(rules, name, at)),
    next: isWaiting ? { amount: amountOf(next.cents), from: next.from } : null,
  };
}

const amountOf = (value: Cents | undefined) => (value === undefined ? null : toDecimal(value));
