// Encrypts stored secrets (a client's HMAC secret, a user's TOTP seed) with AES-256-GCM and binds them to their row. A
// secret that is copied to another row cannot be decrypted.

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { invariant } from '../base/errors.ts';

export type Sealer = {
  seal(secret: string, owner: string): string;
  open(sealed: string, owner: string): string;
};

/**
 * Makes the functions that encrypt and decrypt secrets.
 * @param settings DATA_KEYS: 32 bytes each, in base64. The first key encrypts; every key can decrypt, so that keys can
 * be replaced.
 */
export function makeSealer(settings: { readonly DATA_KEYS: readonly string[] }): Sealer {
  // The key objects are made here, because a cipher that gets raw bytes makes the key object itself, at three times the
  // cost.
  const keys = () => settings.DATA_KEYS.map((dataKey) => createSecretKey(dataKey, 'base64'));
  return {
    seal(secret, owner) {
      const [key] = keys();
      invariant(key, 'encrypting a secret needs a data key');
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return ['v1', nonce, sealed, cipher.getAuthTag()]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.');
    },
    open(text, owner) {
      const [version, nonce, sealed, tag] = text.split('.');
      invariant(
        version === 'v1' && nonce && sealed !== undefined && tag,
        'an encrypted secret has four parts',
      );
      const opened = keys().map((key) => openWith(key, { nonce, sealed, tag, owner }));
      const secret = opened.find((text) => text !== undefined);
      invariant(secret !== undefined, 'one of the data keys decrypts the secret');
      return secret;
    },
  };
}

type Sealed = { nonce: string; sealed: string; tag: string; owner: string };

/** Returns the secret, or undefined if it was encrypted with another key or belongs to another owner. */
function openWith(key: KeyObject, { nonce, sealed, tag, owner }: Sealed): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  try {
    return decipher.update(sealed, 'base64url', 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

/** Returns the hash of a client secret. One round of SHA-256 is enough, because client secrets are 32 random bytes. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Compares two texts. The duration does not depend on the position of the first difference, so an attacker learns
 * nothing from the duration.
 */
export function isSameSecret(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(left as Buffer, right as Buffer);
}
