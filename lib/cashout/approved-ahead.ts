// The payee that an approval means, and what the approval of a scheduled cashout adds to its row.

import type { Cashout, CashoutRequest } from './cashout.ts';

/** What the approval of a scheduled cashout adds to its row besides the approval. The owner of a key has to be looked up, once. */
export function approvedAhead({
  request,
  owner,
  payeeShown,
}: Pick<Cashout, 'request' | 'owner' | 'payeeShown'>): Pick<Cashout, 'verifies'> {
  const isKnown = request.ownerLegalId || owner || payeeShown?.recipient.legalId;
  const isByKey = request.pixKey !== undefined && !isKnown;
  return isByKey ? { verifies: true } : {};
}

/** The payee that was approved: the owner of the key whom an approver saw, or else who had it when a scheduled cashout was approved. */
export function approvedPayee({
  request,
  owner,
  payeeShown,
}: Pick<Cashout, 'request' | 'owner' | 'payeeShown'>): CashoutRequest {
  const shown = request.pixKey === undefined ? undefined : payeeShown?.recipient.legalId;
  const ownerLegalId = shown ?? owner?.legalId;
  return ownerLegalId ? { ...request, ownerLegalId } : request;
}
