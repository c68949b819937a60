// Changes the rules of an account. A rule that is relaxed changes nothing for older cashouts.

import { isDeepStrictEqual } from 'node:util';
import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { ChangeOf } from '../rules/changes.ts';
import { presentRules } from '../rules/present-rules.ts';
import type { Rules } from '../rules/rules.ts';
import type { WithOperating } from './deps.ts';

export async function setRules(
  deps: Base & WithAccounts & WithOperating,
  ref: AccountRef,
  changeOf: ChangeOf,
) {
  let written: Rules | undefined;
  for (;;) {
    const account = await deps.accounts.get(ref);
    if (!account) refuse('account_not_found');
    const now = deps.now();
    // The acknowledgement of our own write may have been lost.
    const isDone = written !== undefined && isDeepStrictEqual(account.rules, written);
    if (!isDone) deps.requireShown(account.rules);
    const rules = isDone ? (written ?? {}) : { ...account.rules, ...changeOf(account.rules ?? {}, now) };
    // The write is repeated if the rules have changed, so that both changes are kept if two operators change rules at
    // the same time.
    if (isDone || (await deps.companies.setRules(ref, account.rules, rules)))
      return { account: accountIdOf(ref), ...presentRules(rules, now.toISOString()) };
    written = rules;
  }
}

export async function showRules(deps: Base & WithAccounts, ref: AccountRef) {
  const account = await deps.accounts.get(ref);
  if (!account) refuse('account_not_found');
  return { account: accountIdOf(ref), ...presentRules(account.rules, deps.now().toISOString()) };
}
