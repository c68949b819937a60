// Sets or ends a rule of an account. It counts for the cashouts created from then on: none that is under way changes.

import type { Core, WithOperating } from '../app/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import { presentRules, type Rules } from './rules.ts';

/** @param changed rules by their names; undefined ends one, and the others stay */
export async function setRules(deps: Core & WithOperating, ref: AccountRef, changed: Rules) {
  for (;;) {
    const account = await deps.accounts.get(ref);
    if (!account) refuse('account_not_found');
    const rules = { ...account.rules, ...changed };
    // Of two operators at once each keeps the other's rule.
    if (await deps.companies.setRules(ref, account.rules, rules))
      return { account: accountIdOf(ref), ...presentRules(rules) };
  }
}

export async function showRules(deps: Core, ref: AccountRef) {
  const account = await deps.accounts.get(ref);
  if (!account) refuse('account_not_found');
  return { account: accountIdOf(ref), ...presentRules(account.rules) };
}
