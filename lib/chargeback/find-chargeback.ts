// Finds a chargeback for a caller by either of its identifiers. The caller needs a policy on the chargeback's account.
// A chargeback that the network refused is not found.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findOwned } from '../account/find-owned.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { Chargeback } from './chargeback.ts';
import type { WithChargebacks } from './deps.ts';

export type ChargebackIdentifier = { id: number } | { endToEndId: string };

export async function findChargeback(
  deps: Base & WithAccounts & WithChargebacks,
  caller: Identity,
  wanted: ChargebackIdentifier,
): Promise<Chargeback> {
  const reading =
    'id' in wanted ? deps.chargebacks.get(wanted.id) : deps.chargebacks.findByReturnId(wanted.endToEndId);
  const { row } = await findOwned(deps, caller, reading, 'chargeback_not_found');
  if (row.status === 'REFUSED') refuse('chargeback_not_found');
  return row;
}
