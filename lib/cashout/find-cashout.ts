// Finds a transaction for a caller, by its id or its idempotency key. Without a policy on its account it is
// not found, even in the caller's own company.

import type { Identity } from '../access/tokens.ts';
import { admit } from '../account/find-account.ts';
import { findOwned } from '../account/find-owned.ts';
import type { Policy } from '../account/policy.ts';
import type { Core } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { refuse } from '../base/errors.ts';
import type { Cashout } from './cashout.ts';
import { identityOf, isSameIdentity, keyedCashoutId } from './idempotency.ts';
import { idOfCode } from './receipt.ts';

export async function findCashout(
  deps: Core,
  caller: Identity,
  id: number,
): Promise<{ cashout: Cashout; policy: Policy }> {
  const { row, policy } = await findOwned(deps, caller, deps.cashouts.get(id), 'transaction_not_found');
  return { cashout: row, policy };
}

/** `code`: of its settlement, which only a paid one has. A key is unique per account. */
export type NameOfOne = { code: string } | { account: AccountRef; idempotencyKey: string };

export const findByName = (deps: Core, caller: Identity, name: NameOfOne): Promise<Cashout> =>
  'code' in name
    ? findByCode(deps, caller, name.code)
    : findByKey(deps, caller, name.account, name.idempotencyKey);

async function findByCode(deps: Core, caller: Identity, code: string): Promise<Cashout> {
  const id = idOfCode(code) ?? refuse('transaction_not_found');
  const { cashout } = await findCashout(deps, caller, id);
  if (cashout.codeTransaction !== code) refuse('transaction_not_found');
  return cashout;
}

/** Reads in one call: the account, the caller's policy and the row of the key. */
async function findByKey(
  deps: Core,
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
