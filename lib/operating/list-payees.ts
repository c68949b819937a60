// Manages an account's list of payees. With the rule `onlyListedPayees`, only these payees are paid.

import type { WithAccounts } from '../account/deps.ts';
import { type AccountRef, accountIdOf } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { ListableName } from '../rules/payees.ts';
import type { WithOperating } from './deps.ts';

type Deps = Base & WithAccounts & WithOperating;

/**
 * Adds a payee to the list.
 * @param by the operator's name
 */
export async function addPayee(deps: Deps, ref: AccountRef, name: ListableName, by: string) {
  await requireAccount(deps, ref);
  await deps.listedPayees.add(ref, name, by, deps.now().toISOString());
  return { account: accountIdOf(ref), ...presentName(name) };
}

export async function removePayee(deps: Deps, ref: AccountRef, name: ListableName, by: string) {
  await requireAccount(deps, ref);
  if (!(await deps.listedPayees.remove(ref, name, by, deps.now().toISOString()))) refuse('payee_not_listed');
  return { account: accountIdOf(ref), ...presentName(name) };
}

export async function listPayees(deps: Deps, ref: AccountRef) {
  await requireAccount(deps, ref);
  const payees = await deps.listedPayees.list(ref);
  return {
    account: accountIdOf(ref),
    payees: payees.map(({ name, by, at }) => ({ ...presentName(name), by, at })),
  };
}

async function requireAccount({ accounts }: Base & WithAccounts, ref: AccountRef): Promise<void> {
  if (!(await accounts.get(ref))) refuse('account_not_found');
}

const presentName = (name: ListableName) => ('key' in name ? { key: name.key } : { legal_id: name.legalId });
