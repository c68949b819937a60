// Verifies answers of passkeys (WebAuthn). Only functions that decide load this file, because the library is large.

import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import * as z from 'zod';
import { algorithms, type Passkey, type Site } from './passkey.ts';
import type { Signed } from './proof.ts';

const base64url = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max);
/** Maximum number of characters of a passkey's id, which is part of a key of the table. */
const idMax = 700;
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const partMax = 8_000;
const ways = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const named = { id: base64url(idMax), rawId: base64url(idMax), type: z.literal('public-key') };
const ofEnrolment = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(partMax),
    attestationObject: base64url(partMax),
    // Password managers send other things, too. The transports are only hints.
    transports: z
      .unknown()
      .optional()
      .transform((given) => (Array.isArray(given) ? ways.filter((one) => given.includes(one)) : [])),
  }),
});
const ofUse = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(partMax),
    authenticatorData: base64url(partMax),
    signature: base64url(partMax),
  }),
});

/** Reads a JSON text. Returns undefined if the text has another form. */
function read<Form extends z.ZodType>(form: Form, text: string): z.infer<Form> | undefined {
  try {
    return form.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Returns undefined if the library throws. The library throws for an answer that does not fit. */
const fitting = <Answer>(answering: Promise<Answer>) => answering.catch(() => undefined);

/**
 * Returns whether an answer has no certificate. We request no certificate, and the library would call third parties to
 * check one.
 * @param encoded attestation object
 */
function hasNoCertificate(encoded: string): boolean {
  try {
    const object = decodeAttestationObject(bytesOf(encoded));
    const format = object.get('fmt');
    return format === 'none' || (format === 'packed' && object.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

type Added = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Verifies an answer for a new passkey. Returns undefined for a wrong challenge or site, or an unverified person. */
export async function verifyEnrolment(
  text: string,
  challenge: string,
  { host, origin }: Site,
): Promise<Added | undefined> {
  const answer = read(ofEnrolment, text);
  if (!answer || !hasNoCertificate(answer.response.attestationObject)) return undefined;
  const verified = await fitting(
    verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return undefined;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  // The library takes the id from the signed part, and does not compare it with the id that `read` has checked.
  if (id !== answer.id) return undefined;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: answer.response.transports,
  };
}

/** Returns the id of the passkey in an answer, as the browser states it. */
export const credentialIn = (text: string): string | undefined => read(ofUse, text)?.id;

/** Converts a COSE key to a JWK, which other programs can read. */
function jwkOf(publicKey: string): Signed['publicKey'] {
  const parts = decodeCredentialPublicKey(bytesOf(publicKey)) as unknown as Map<number, unknown>;
  const part = (name: number) => Buffer.from(parts.get(name) as Uint8Array).toString('base64url');
  if (parts.get(1) === 1) return { kty: 'OKP', crv: 'Ed25519', x: part(-2) };
  if (parts.get(1) === 2) return { kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) };
  return { kty: 'RSA', n: part(-1), e: part(-2) };
}

type Used = { counter: number; signed: Signed };

/**
 * Verifies an answer of a passkey. Returns the passkey's new counter, which the caller must check (`isGrown`), and what
 * it has signed. Returns undefined for a wrong passkey, challenge or site, or an unverified person.
 */
export async function verifyUse(
  text: string,
  challenge: string,
  { host, origin }: Site,
  { credentialId, publicKey }: Passkey,
): Promise<Used | undefined> {
  const answer = read(ofUse, text);
  if (answer?.id !== credentialId) return undefined;
  const verified = await fitting(
    verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: bytesOf(publicKey),
        // The library would refuse a counter that went back before it checks the signature.
        counter: 0,
      },
    }),
  );
  if (!verified?.verified) return undefined;
  const { authenticatorData, clientDataJSON: clientData, signature } = answer.response;
  const signed = {
    credential: credentialId,
    publicKey: jwkOf(publicKey),
    authenticatorData,
    clientData,
    signature,
  };
  return { counter: verified.authenticationInfo.newCounter, signed };
}
