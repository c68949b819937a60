// One MED case, for who has a policy on its account.

import type { Core } from '../deps.ts';
import type { MedCase } from '../med-case.ts';
import type { Identity } from '../tokens.ts';
import { findOwned } from './find-owned.ts';

export async function findMedCase(deps: Core, caller: Identity, id: string): Promise<MedCase> {
  return (await findOwned(deps, caller, deps.medCases.get(id), 'med_not_found')).row;
}
