// Changes the rules of an account. A rule that is relaxed changes nothing for cashouts that were created before.

import type { Core, WithOperating } from '../app/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Cents } from '../base/money.ts';
import { type LimitName, setLimit } from './limits.ts';
import { presentRules } from './present-rules.ts';
import type { Rules } from './rules.ts';

/** From the rules of now, those that change: undefined ends one, and the others stay. */
export type ChangeOf = (rules: Rules, now: Date) => Rules;

export async function setRules(deps: Core & WithOperating, ref: AccountRef, changeOf: ChangeOf) {
  for (;;) {
    const account = await deps.accounts.get(ref);
    if (!account) refuse('account_not_found');
    const now = deps.now();
    const rules = { ...account.rules, ...changeOf(account.rules ?? {}, now) };
    // Of two operators at once each keeps the other's rule.
    if (await deps.companies.setRules(ref, account.rules, rules))
      return { account: accountIdOf(ref), ...presentRules(rules, now.toISOString()) };
  }
}

/** The change of a rule about approvals. The hold compares its time with that of an approval. */
export function approvalChange(changed: Pick<Rules, 'bands' | 'ownApprovalMaxCents'>): ChangeOf {
  return (_, now) => ({ ...changed, approvalsChangedAt: now.toISOString() });
}

/** The change of a limit. @param wanted cents; undefined for no limit */
export function limitChange(name: LimitName, wanted: Cents | undefined): ChangeOf {
  return (rules, now) => ({
    limits: { ...rules.limits, [name]: setLimit(rules, name, wanted, now) },
  });
}

export async function showRules(deps: Core, ref: AccountRef) {
  const account = await deps.accounts.get(ref);
  if (!account) refuse('account_not_found');
  return { account: accountIdOf(ref), ...presentRules(account.rules, deps.now().toISOString()) };
}
