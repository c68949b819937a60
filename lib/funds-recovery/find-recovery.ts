// Finds the recovery of a payout for a caller. Only users who may approve on the account see it.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { requirePermissions } from '../account/policy.ts';
import { refuse } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts } from '../cashout/deps.ts';
import { findCashout } from '../cashout/find-cashout.ts';
import type { Base } from '../platform/deps.ts';
import type { WithRecoveries } from './deps.ts';
import type { Recovery } from './recovery.ts';

type Deps = Base & WithAccounts & WithCashouts & WithRecoveries;

/** Finds the payment. Strangers get the same answer as for the cashout. */
export async function findPayment(deps: Deps, caller: Identity, id: number): Promise<Cashout> {
  const { cashout, policy } = await findCashout(deps, caller, id);
  requirePermissions(policy, ['APPROVE']);
  return cashout;
}

export async function findRecovery(deps: Deps, caller: Identity, id: number): Promise<Recovery> {
  await findPayment(deps, caller, id);
  return (await deps.recoveries.get(id)) ?? refuse('recovery_not_found');
}
