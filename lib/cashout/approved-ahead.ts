// The approval of a scheduled cashout, as its row has it.

import type { Cashout, CashoutRequest } from './cashout.ts';

/** What the approval of a scheduled cashout adds to its row besides the approval. The owner of a key has to be looked up, once. */
export function approvedAhead({
  request,
  owner,
}: Pick<Cashout, 'request' | 'owner'>): Pick<Cashout, 'verifies'> {
  const isByKey = request.pixKey !== undefined && !request.ownerLegalId && !owner;
  return isByKey ? { verifies: true } : {};
}

/** The payee that was approved: a scheduled cashout pays the one who owned the key then. */
export function approvedPayee({ request, owner }: Pick<Cashout, 'request' | 'owner'>): CashoutRequest {
  return owner?.legalId ? { ...request, ownerLegalId: owner.legalId } : request;
}
