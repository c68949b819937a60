// Defines passkeys. A passkey is a key pair. The person's device has the private key, and uses it only after it has
// recognised the person. The signed data contains our host and our challenge, which is a hash of what is approved.

import { createHash } from 'node:crypto';
import {
  type Enrolment,
  isSeenBatch,
  isSeenProposal,
  isSeenRecovery,
  isSeenRefund,
  type Seen,
  type Session,
  type StepUp,
} from './session.ts';

export type Passkey = {
  /** Id that the device has given the passkey (base64url). */
  credentialId: string;
  /** COSE key (base64url). */
  publicKey: string;
  /** Number of uses, as counted by the device. Many devices do not count, and report 0. */
  counter: number;
  /** Ways in which a browser can reach the device. */
  transports: readonly string[];
  name: string;
  createdAt: string;
  usedAt?: string;
  /** Time from which the passkey approves nothing. The row is kept, so that earlier approvals can be verified. */
  endedAt?: string;
};

/** Returns whether a passkey's counter has grown, or the device does not count. Otherwise the passkey may be a copy. */
export const isGrown = (known: number, given: number): boolean =>
  given > known || (given === 0 && known === 0);

/** Maximum number of passkeys of a person. */
export const passkeysMost = 10;
/** Maximum number of passkeys that a person ever adds. Ended passkeys keep their rows, and every step-up reads them. */
export const passkeysAddedMost = 100;
/** Timeout of the device's passkey prompt, in milliseconds. */
const timeout = 120_000;
/** COSE numbers of the accepted algorithms: Ed25519, P-256 and RSA. */
export const algorithms = [-8, -7, -257];

/** The site of the passkeys. `host`: is part of each passkey and can never change. `origin`: origin of our pages. */
export type Site = { host: string; origin: string };

/** Returns the site of the console. @param consoleUrl CONSOLE_URL */
export function siteOf(consoleUrl: string): Site {
  const { hostname, origin } = new URL(consoleUrl);
  return { host: hostname, origin };
}

const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

/** Returns the challenge that a passkey signs for a step-up: a hash of all that is approved and of who approves it. */
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
  if (isSeenRecovery(one))
    return ['recovery', one.recovery, one.act, one.end_to_end_id, one.situation, one.details];
  if (!isSeenRefund(one)) return [one.id, one.content_digest];
  const { refund, end_to_end_id, left_cents, amount_cents, information, idempotency_key } = one;
  return ['refund', refund, end_to_end_id, left_cents, amount_cents, information, idempotency_key];
}

/** Returns the challenge that a passkey signs when it is added. */
export const enrolmentChallenge = ({ nonce }: Enrolment): string => base64url(nonce);

type Named = Pick<Passkey, 'credentialId' | 'transports'>;
const describe = ({ credentialId, transports }: Named) => ({
  type: 'public-key',
  id: credentialId,
  transports,
});

/** Returns the browser's request to one of these passkeys (PublicKeyCredentialRequestOptionsJSON). */
export const requestOptions = ({ host }: Site, challenge: string, passkeys: readonly Named[]) => ({
  challenge,
  timeout,
  rpId: host,
  allowCredentials: passkeys.map(describe),
  userVerification: 'required',
});

/** Returns the browser's request for a new passkey (PublicKeyCredentialCreationOptionsJSON). */
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
