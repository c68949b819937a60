// Makes and verifies the proof of an approval: the step-up and its answer. Anybody can verify a passkey's answer at any
// time without us, because it is a signature over the hash of what was approved. A code proves nothing afterwards.

import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { challengeOf } from './passkey.ts';
import type { Session, StepUp } from './session.ts';

/** The data that a passkey has signed, its signature and its key (base64url). */
export type Signed = {
  credential: string;
  publicKey: JsonWebKey;
  authenticatorData: string;
  clientData: string;
  signature: string;
};
type Answer = { kind: 'code' } | ({ kind: 'passkey' } & Signed);
export type Proof = { step: StepUp; userId: string; companyId: string } & Answer;

export const proofOf = (
  { hash, sessionHash, nonce, items, createdAt }: StepUp,
  { userId, companyId }: Session,
  answer: Answer,
): Proof => ({ step: { hash, sessionHash, nonce, items, createdAt }, userId, companyId, ...answer });

const bytesOf = (text: string) => Buffer.from(text, 'base64url');
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
/** Flags of the authenticator's data: the person was present (1) and recognised (4). */
const recognised = 5;

/**
 * Returns the origin of the page on which the passkey has signed the proof. Returns undefined if the proof is a code,
 * or if its signature is not valid.
 */
export function verifyProof(proof: Proof): string | undefined {
  if (proof.kind === 'code') return undefined;
  const [data, client] = [bytesOf(proof.authenticatorData), bytesOf(proof.clientData)];
  try {
    const { type, challenge, origin } = JSON.parse(client.toString()) as Record<string, string>;
    const key = createPublicKey({ key: proof.publicKey, format: 'jwk' });
    const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
    const isRight =
      type === 'webauthn.get' &&
      challenge === challengeOf(proof.step, proof) &&
      data.subarray(0, 32).equals(sha256(new URL(origin ?? '').hostname)) &&
      ((data[32] ?? 0) & recognised) === recognised &&
      verify(algorithm, Buffer.concat([data, sha256(client)]), key, bytesOf(proof.signature));
    return isRight ? origin : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a stored key (COSE) is the key of a proof (JWK). A COSE key contains the JWK's parts unchanged. */
export function isSameKey(stored: string, { kty, x, y, n }: JsonWebKey): boolean {
  const parts = kty === 'RSA' ? [n] : kty === 'EC' ? [x, y] : [x];
  return parts.every(
    (part) => part !== undefined && bytesOf(part).length >= 32 && bytesOf(stored).includes(bytesOf(part)),
  );
}
