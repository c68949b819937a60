// The approval of a scheduled cashout, as its row has it.

import type { Cashout } from './cashout.ts';
import { standingOf } from './list-place.ts';

/** What the approval of a scheduled cashout adds to its row besides the approval. The owner of a key has to be looked up, once. */
export function approvedAhead({
  account,
  request,
  owner,
}: Pick<Cashout, 'account' | 'request' | 'owner'>): Pick<Cashout, 'standing' | 'verifies'> {
  const isByKey = request.pixKey !== undefined && !request.ownerLegalId && !owner;
  return { standing: standingOf(account, 'SCHEDULED'), ...(isByKey ? { verifies: true } : {}) };
}
