// Decides which payee an approval covers, and which fields the approval of a scheduled cashout adds to its row.

import type { Cashout, CashoutRequest } from './cashout.ts';

/**
 * Returns the fields that the approval of a scheduled cashout adds to its row. If the payee is a PIX key, the fields
 * make the workers look up the key's owner once.
 */
export function approvedAhead({
  request,
  owner,
  payeeShown,
}: Pick<Cashout, 'request' | 'owner' | 'payeeShown'>): Pick<Cashout, 'verifies'> {
  const isKnown = request.ownerLegalId || owner || payeeShown?.recipient.legalId;
  const isByKey = request.pixKey !== undefined && !isKnown;
  return isByKey ? { verifies: true } : {};
}

/**
 * Returns the approved payee. It is the key's owner that was shown to an approver, otherwise the key's owner at the
 * approval of a scheduled cashout.
 */
export function approvedPayee({
  request,
  owner,
  payeeShown,
}: Pick<Cashout, 'request' | 'owner' | 'payeeShown'>): CashoutRequest {
  const shown = request.pixKey === undefined ? undefined : payeeShown?.recipient.legalId;
  const ownerLegalId = shown ?? owner?.legalId;
  return ownerLegalId ? { ...request, ownerLegalId } : request;
}
