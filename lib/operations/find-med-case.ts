// One MED case, for who has a policy on its account. Missing, another company's and without a policy are the same.

import { hasPolicy } from '../access.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors.ts';
import { isSameAccount } from '../ledger.ts';
import type { MedCase } from '../med-case.ts';
import type { Identity } from '../tokens.ts';

export async function findMedCase(deps: Deps, caller: Identity, id: string): Promise<MedCase> {
  const [medCase, policies] = await Promise.all([
    deps.medCases.get(id),
    deps.accounts.listPolicies(caller.userId),
  ]);
  const policy = medCase && policies.find((candidate) => isSameAccount(candidate, medCase.account));
  if (medCase?.companyId !== caller.companyId || !hasPolicy(caller, policy)) refuse('med_not_found');
  return medCase;
}
