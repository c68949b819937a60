// A chargeback as one caller may see it, by either of its identifiers: only with a policy on the account that created
// it. Another's, a refused one and none at all are the same.

import { hasPolicy } from '../access.ts';
import type { Chargeback } from '../chargeback.ts';
import type { Deps } from '../deps.ts';
import { refuse } from '../errors.ts';
import { isSameAccount } from '../ledger.ts';
import type { Identity } from '../tokens.ts';

export type ChargebackIdentifier = { id: number } | { endToEndId: string };

export async function findChargeback(
  deps: Deps,
  caller: Identity,
  wanted: ChargebackIdentifier,
): Promise<Chargeback> {
  const [chargeback, policies] = await Promise.all([
    'id' in wanted ? deps.chargebacks.get(wanted.id) : deps.chargebacks.findByReturnId(wanted.endToEndId),
    deps.accounts.listPolicies(caller.userId),
  ]);
  const policy = chargeback && policies.find((candidate) => isSameAccount(candidate, chargeback.account));
  if (chargeback?.companyId !== caller.companyId || !hasPolicy(caller, policy))
    refuse('chargeback_not_found');
  if (chargeback.status === 'REFUSED') refuse('chargeback_not_found');
  return chargeback;
}
