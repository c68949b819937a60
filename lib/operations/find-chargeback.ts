// A chargeback as one caller may see it, by either of its identifiers: only with a policy on the account that created
// it. One that the network refused never was.

import type { Chargeback } from '../chargeback.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { Identity } from '../tokens.ts';
import { findOwned } from './find-owned.ts';

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
