// Shows and verifies the proofs of the approvals that people gave a cashout in the console.

import type { Cashout } from '../cashout/cashout.ts';
import { isOfContent } from '../cashout/content-digest.ts';
import { approvalsOf } from '../cashout/judge.ts';
import { isSameKey, type Proof, verifyProof } from '../sign-in/proof.ts';
import { isSeenCashout } from '../sign-in/session.ts';
import { type AuditEntry, subjectKey } from './audit.ts';
import type { WithOperating } from './deps.ts';

const proofsMost = 100;

/**
 * Returns the latest proofs, and the proof of each approval of the cashout. The proof of an approval is searched for
 * among the last proofs before that approval, so later proofs cannot hide it.
 */
async function find({ audit }: Pick<WithOperating, 'audit'>, cashout: Cashout): Promise<AuditEntry[]> {
  const subject = subjectKey({ kind: 'approval', id: String(cashout.id) });
  const latest = await audit.list(subject, proofsMost);
  if (latest.length < proofsMost) return latest;
  const given = await Promise.all(
    approvalsOf(cashout).map(async (approval) => {
      const before = await audit.list(subject, proofsMost, approval.at);
      return before.find(({ by }) => by === approval.by);
    }),
  );
  const known = new Set(latest.map(({ id }) => id));
  return [...latest, ...given.filter((one) => one !== undefined).filter(({ id }) => !known.has(id))];
}

/**
 * Shows the proofs, latest first, including proofs whose approval was refused. `verified`: the passkey has signed
 * exactly these items for this user; null for a code, because a code proves nothing afterwards. `key_known`: the user
 * has or had a passkey with this key. `same_content`: the cashout has the same content as when it was approved.
 */
export async function showProofs(deps: Pick<WithOperating, 'audit' | 'passkeys'>, cashout: Cashout) {
  const entries = await find(deps, cashout);
  const shown = entries.map(async ({ at, by, details }) => {
    const proof = details as Proof;
    const origin = verifyProof(proof);
    const seen = proof.step.items.filter(isSeenCashout).find(({ id }) => id === cashout.id);
    return {
      at,
      user: by,
      by: proof.kind,
      verified: proof.kind === 'code' ? null : origin !== undefined,
      key_known: await isKeyOfUser(deps, proof),
      origin: origin ?? null,
      same_content: seen !== undefined && isOfContent(seen.content_digest, cashout),
      proof,
    };
  });
  return Promise.all(shown);
}

/** Checks that the key is the user's, because anybody who can write to the audit could put another key into a proof. */
async function isKeyOfUser(
  { passkeys }: Pick<WithOperating, 'passkeys'>,
  proof: Proof,
): Promise<boolean | null> {
  if (proof.kind === 'code') return null;
  const passkey = await passkeys.find(proof.userId, proof.credential);
  return passkey !== undefined && isSameKey(passkey.publicKey, proof.publicKey);
}
