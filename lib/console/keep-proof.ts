// Writes what proves an approval to the audit, before the approval: without it, nothing is approved.

import { subjectKey } from '../operating/audit.ts';
import type { Proof } from '../sign-in/proof.ts';
import type { ActDeps } from './deps.ts';

/** @param approved id of the cashout, the batch or the proposal; a refund has the id of its QR code, after `qr-code-` */
export async function keepProof(
  { audit, ids, now }: Pick<ActDeps, 'audit' | 'ids' | 'now'>,
  approved: number | string,
  proof: Proof,
): Promise<void> {
  await audit.insert({
    subject: subjectKey({ kind: 'approval', id: String(approved) }),
    id: ids.uuid(),
    at: now().toISOString(),
    by: proof.userId,
    action: 'approve',
    // The row of what was approved says whether the approval was accepted.
    state: 'asked',
    details: { ...proof },
  });
}
