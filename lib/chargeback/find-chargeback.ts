// Finds a chargeback for a caller by either of its identifiers. The caller needs a policy on the chargeback's account.
// A chargeback that the network refused is not found.

import type { Identity } from '../access/tokens.ts';
import { findOwned } from '../account/find-owned.ts';
import { refuse } from '../base/errors.ts';
import type { Chargeback } from './chargeback.ts';
import type { Core } from './deps.ts';

export type ChargebackIdentifier = { id: number } | { endToEndId: string };

export async function findChargeback(
  deps: Core,
  caller: Identity,
  wanted: ChargebackIdentifier,
): Promise<Chargeback> {
  const reading =
    'id' in wanted ? deps.chargebacks.get(wanted.id) : deps.chargebacks.findByReturnId(wanted.endToEndId);
  const { row } = await findOwned(deps, caller, reading, 'chargeback_not_found');
  if (row.status === 'REFUSED') refuse('chargeback_not_found');
  return row;
}
