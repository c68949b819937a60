// Finds a MED case for a caller that has a policy on the case's account.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findOwned } from '../account/find-owned.ts';
import type { Policy } from '../account/policy.ts';
import type { Base } from '../platform/deps.ts';
import type { WithMedCases } from './deps.ts';
import type { MedCase } from './med-case.ts';

type Deps = Base & WithAccounts & WithMedCases;

export async function findMedCase(deps: Deps, caller: Identity, id: string): Promise<MedCase> {
  return (await findWithPolicy(deps, caller, id)).row;
}

/** Finds a case together with the caller's policy on its account. */
export const findWithPolicy = (
  deps: Deps,
  caller: Identity,
  id: string,
): Promise<{ row: MedCase; policy: Policy }> =>
  findOwned(deps, caller, deps.medCases.get(id), 'med_not_found');
