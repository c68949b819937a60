// Shows a recovery of a payout as the API answers it.

import { isWithPerson, type Recovery } from './recovery.ts';

export function presentRecovery(recovery: Recovery) {
  return {
    worked: true,
    id: recovery.cashoutId,
    status: recovery.status,
    psp_status: recovery.pspStatus ?? null,
    psp_id: recovery.pspId ?? null,
    situation: recovery.situation,
    details: recovery.details,
    refusal: recovery.refusal ?? null,
    with_operator: isWithPerson(recovery),
    cancel_requested: recovery.cancelAskedAt !== undefined && recovery.endedAt === undefined,
    cancel_refusal: recovery.cancelRefusal ?? null,
    requested_at: recovery.requestedAt,
    requested_by: recovery.requestedBy,
    updated_at: recovery.updatedAt,
    ended_at: recovery.endedAt ?? null,
  };
}
