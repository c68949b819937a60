// Access tokens with a single fault. They are signed with our own key, unless the signature is the fault.

import { createHmac, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Scene } from './scene.ts';

export type Forgery = {
  claims?: object;
  without?: string[];
  header?: object;
  /** The time of issue, in seconds from now. */
  seconds?: number;
  /** Claims that are times, in seconds from now. */
  later?: Record<string, number>;
  sign?: 'none' | 'HS256' | 'other key';
};

const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Returns the owner's token with one forgery. */
export function forged({ stack, callers: { owner } }: Scene, forgery: Forgery): string {
  const { TOKEN_SIGNING_KEY = '', TOKEN_PUBLIC_KEYS = '' } = stack.config;
  const jwk = JSON.parse(TOKEN_SIGNING_KEY) as { kid: string };
  const now = Math.floor(stack.deps.now().getTime() / 1000);
  const issuedAt = now + (forgery.seconds ?? 0);
  const claims: Record<string, unknown> = {
    ...JSON.parse(Buffer.from(owner.token.split('.')[1] ?? '', 'base64url').toString()),
    iat: issuedAt,
    exp: issuedAt + 1_800,
    ...Object.fromEntries(Object.entries(forgery.later ?? {}).map(([name, after]) => [name, now + after])),
    ...forgery.claims,
  };
  for (const name of forgery.without ?? []) delete claims[name];
  const alg = forgery.sign === 'none' || forgery.sign === 'HS256' ? forgery.sign : 'ES256';
  const signed = `${encoded({ alg, typ: 'at+jwt', kid: jwk.kid, ...forgery.header })}.${encoded(claims)}`;
  const own = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = {
    none: () => 'none',
    HS256: () => createHmac('sha256', TOKEN_PUBLIC_KEYS).update(signed).digest('base64url'),
    'other key': () => signedWith(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, signed),
    'our key': () => signedWith(own, signed),
  }[forgery.sign ?? 'our key']();
  return `${signed}.${signature}`;
}

function signedWith(key: KeyObject, text: string): string {
  return sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
}
