// Computes what the approval of a scheduled cashout stores: the payee that the approval covers, and the fields that are
// added to the row.

import type { Cashout, CashoutRequest } from './cashout.ts';

/**
 * Returns the fields that the approval of a scheduled cashout adds to its row. If the payee is a PIX key whose owner is
 * not known yet, the field `verifies` makes the workers look up the owner once.
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
 * Returns the request with the approved owner of its PIX key: the owner that was shown to an approver. If none was
 * shown, it is the owner at the approval of a scheduled cashout.
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
