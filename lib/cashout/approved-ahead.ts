// The payee that an approval covers, and the fields that the approval of a scheduled cashout adds to its row.

import type { Cashout, CashoutRequest } from './cashout.ts';

/**
 * The fields that the approval of a scheduled cashout adds to its row. For a PIX key, the workers must look up the
 * owner once.
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
 * The approved payee: the key's owner that was shown to an approver, otherwise the owner at the approval of a scheduled
 * cashout.
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
