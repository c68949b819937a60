// A passkey: a key pair of which a person's device has the private half, and uses it only after it has recognised the person. What it
// signs names our host, and the challenge that we gave: what is approved.

import { createHash } from 'node:crypto';
import {
  type Enrolment,
  isSeenBatch,
  isSeenProposal,
  isSeenRefund,
  type Seen,
  type Session,
  type StepUp,
} from './session.ts';

export type Passkey = {
  /** Id that the device has given it (base64url). */
  credentialId: string;
  /** COSE key (base64url). */
  publicKey: string;
  /** Of uses, as the device counts them. Many devices do not count, and tell 0. */
  counter: number;
  /** How a browser reaches the device. */
  transports: readonly string[];
  name: string;
  createdAt: string;
  usedAt?: string;
  /** Since then it approves nothing. The row stays, so that earlier approvals can be verified. */
  endedAt?: string;
};

/** The most passkeys of a person. */
export const passkeysMost = 10;
/** The most passkeys that a person adds in all. Ended ones keep their rows, and every step-up reads them. */
export const passkeysAddedMost = 100;
/** Time for the device's question to the person (ms). */
const timeout = 120_000;
/** Ed25519, P-256 and RSA, by their COSE numbers. */
export const algorithms = [-8, -7, -257];

/** Where passkeys are of use: `host` is part of each one and can never change, `origin` is that of our pages. */
export type Site = { host: string; origin: string };

/** @param consoleUrl CONSOLE_URL */
export function siteOf(consoleUrl: string): Site {
  const { hostname, origin } = new URL(consoleUrl);
  return { host: hostname, origin };
}

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

/** What a passkey signs for a step-up: the hash of all that is approved, and who approves it. */
export function challengeOf(
  { hash, nonce, sessionHash, items, createdAt }: StepUp,
  { userId, companyId }: Pick<Session, 'userId' | 'companyId'>,
): string {
  const approved = ['approve', hash, nonce, userId, companyId, sessionHash, items.map(signedOf), createdAt];
  return createHash('sha256').update(JSON.stringify(approved)).digest('base64url');
}

function signedOf(one: Seen): (string | number)[] {
  if (isSeenBatch(one)) return ['batch', one.act, one.batch, one.content_digest];
  if (isSeenProposal(one)) return ['proposal', one.proposal, one.content_digest];
  if (!isSeenRefund(one)) return [one.id, one.content_digest];
  const { refund, end_to_end_id, left_cents, amount_cents, information, idempotency_key } = one;
  return ['refund', refund, end_to_end_id, left_cents, amount_cents, information, idempotency_key];
}

/** What a passkey signs when it is added. */
export const enrolmentChallenge = ({ nonce }: Enrolment): string => base64url(nonce);

type Named = Pick<Passkey, 'credentialId' | 'transports'>;
const describe = ({ credentialId, transports }: Named) => ({
  type: 'public-key',
  id: credentialId,
  transports,
});

/** The browser's question to one of these passkeys (PublicKeyCredentialRequestOptionsJSON). */
export const requestOptions = ({ host }: Site, challenge: string, passkeys: readonly Named[]) => ({
  challenge,
  timeout,
  rpId: host,
  allowCredentials: passkeys.map(describe),
  userVerification: 'required',
});

/** The browser's question for a new passkey (PublicKeyCredentialCreationOptionsJSON). */
export const creationOptions = (
  { host }: Site,
  challenge: string,
  passkeys: readonly Named[],
  { userId, name }: { userId: string; name: string },
) => ({
  rp: { id: host, name: host },
  user: { id: Buffer.from(userId).toString('base64url'), name, displayName: name },
  challenge,
  timeout,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: passkeys.map(describe),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
});
