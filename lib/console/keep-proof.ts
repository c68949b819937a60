// Writes the proof of an approval to the audit before the approval. If the proof cannot be written, nothing is
// approved.

import { subjectKey } from '../operating/audit.ts';
import type { Proof } from '../sign-in/proof.ts';
import type { ActDeps } from './deps.ts';

/**
 * Writes the proof.
 * @param approved id of the cashout, the batch or the proposal; for a refund, `qr-code-` and the id of its QR code
 */
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
    // This entry does not say whether the approval was accepted. The approved row itself shows that.
    state: 'asked',
    details: { ...proof },
  });
}
