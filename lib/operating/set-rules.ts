// Changes the rules of an account. A relaxed rule changes nothing for cashouts that were created before.

import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Core } from '../med-case/deps.ts';
import type { ChangeOf } from '../rules/changes.ts';
import { presentRules } from '../rules/present-rules.ts';
import type { WithOperating } from './deps.ts';

export async function setRules(deps: Core & WithOperating, ref: AccountRef, changeOf: ChangeOf) {
  for (;;) {
    const account = await deps.accounts.get(ref);
    if (!account) refuse('account_not_found');
    const now = deps.now();
    const rules = { ...account.rules, ...changeOf(account.rules ?? {}, now) };
    // If two operators change rules at the same time, both changes are kept.
    if (await deps.companies.setRules(ref, account.rules, rules))
      return { account: accountIdOf(ref), ...presentRules(rules, now.toISOString()) };
  }
}

export async function showRules(deps: Core, ref: AccountRef) {
  const account = await deps.accounts.get(ref);
  if (!account) refuse('account_not_found');
  return { account: accountIdOf(ref), ...presentRules(account.rules, deps.now().toISOString()) };
}
