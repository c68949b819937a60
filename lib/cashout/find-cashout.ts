// Finds a transaction for a caller by its id or idempotency key. A caller without a policy on the transaction's account
// gets "not found", even within the same company.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { admit } from '../account/find-account.ts';
import { findOwned } from '../account/find-owned.ts';
import type { Policy } from '../account/policy.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { Cashout } from './cashout.ts';
import type { WithCashouts, WithNetworkIds } from './deps.ts';
import { identityOf, isSameIdentity, keyedCashoutId } from './idempotency.ts';
import { idIn, isNamed, type NameOfOne } from './name-of-one.ts';

type Deps = Base & WithAccounts & WithCashouts & WithNetworkIds;

export type KeyOfOne = { account: AccountRef; idempotencyKey: string };

export async function findCashout(
  deps: Base & WithAccounts & WithCashouts,
  caller: Identity,
  id: number,
): Promise<{ cashout: Cashout; policy: Policy }> {
  const { row, policy } = await findOwned(deps, caller, deps.cashouts.get(id), 'transaction_not_found');
  return { cashout: row, policy };
}

/** Finds a transaction by another name (name-of-one.ts), or by its idempotency key, which is unique in an account. */
export const findByName = (deps: Deps, caller: Identity, name: NameOfOne | KeyOfOne): Promise<Cashout> =>
  'account' in name
    ? findByKey(deps, caller, name.account, name.idempotencyKey)
    : findOwnedByName(deps, caller, name);

async function findOwnedByName(deps: Deps, caller: Identity, name: NameOfOne): Promise<Cashout> {
  const { row } = await findOwned(deps, caller, findNamed(deps, name), 'transaction_not_found');
  return row;
}

/** Finds the cashout with this name, of any company. */
export async function findNamed(
  deps: Base & WithCashouts & WithNetworkIds,
  name: NameOfOne,
): Promise<Cashout | undefined> {
  const id = idIn(name);
  const cashout = id === undefined ? undefined : await deps.cashouts.get(id);
  if (cashout && isNamed(cashout, name, deps.config)) return cashout;
  const noted = 'endToEndId' in name ? await deps.networkIds.find(name.endToEndId) : undefined;
  return noted === undefined ? undefined : deps.cashouts.get(noted);
}

/** Reads in one call: the account, the caller's policy on it, and the row of the idempotency key. */
async function findByKey(
  deps: Base & WithCashouts,
  caller: Identity,
  account: AccountRef,
  idempotencyKey: string,
): Promise<Cashout> {
  const identity = identityOf(caller.companyId, account, idempotencyKey);
  for (let probe = 0; ; probe++) {
    const found = await deps.cashouts.getWithAccount(account, caller.userId, keyedCashoutId(identity, probe));
    admit(caller, found);
    if (!found.existing) refuse('transaction_not_found');
    if (isSameIdentity(found.existing, identity)) return found.existing;
  }
}
