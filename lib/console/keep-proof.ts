// Writes what proves an approval to the audit, before the approval: without it, nothing is approved.

import { subjectKey } from '../operating/audit.ts';
import type { Proof } from '../sign-in/proof.ts';
import type { ActDeps } from './deps.ts';

export async function keepProof(
  { audit, ids, now }: ActDeps,
  cashoutId: number,
  proof: Proof,
): Promise<void> {
  await audit.insert({
    subject: subjectKey({ kind: 'approval', id: String(cashoutId) }),
    id: ids.uuid(),
    at: now().toISOString(),
    by: proof.userId,
    action: 'approve',
    // Whether it was approved, the cashout says.
    state: 'asked',
    details: { ...proof },
  });
}
