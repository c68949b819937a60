import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../lib/config.ts';
import { makeTokens, type Tokens } from '../../lib/tokens.ts';
import { makeSecrets } from '../../local/settings.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const identity = { userId: 'user', clientId: 'client', companyId: 'company', audience: 'api' as const };

let tokens: Tokens;
let signingKey: { kid: string };
beforeAll(async () => {
  const secrets = await makeSecrets();
  signingKey = JSON.parse(secrets.TOKEN_SIGNING_KEY);
  tokens = makeTokens({ ...secrets, TOKEN_ISSUER: 'issuer', TOKEN_SECONDS: 1800 } as unknown as Config);
});

const claims = {
  sub: 'user',
  client_id: 'client',
  company_id: 'company',
  aud: 'api',
  iss: 'issuer',
  iat: seconds,
  exp: seconds + 1800,
  jti: randomUUID(),
};

async function forged(change: JWTPayload, header: object = {}): Promise<string> {
  const payload = Object.fromEntries(
    Object.entries({ ...claims, ...change }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: signingKey.kid, ...header })
    .sign(await importJWK(signingKey as Parameters<typeof importJWK>[0], 'ES256'));
}

describe('a token', () => {
  test('says who it was issued to, until it expires', async () => {
    const { token } = await tokens.issue(identity, now, randomUUID());

    expect(await tokens.verify(token, now)).toEqual(identity);
    expect(await tokens.verify(token, new Date((seconds + 1799) * 1000))).toEqual(identity);
    expect(await tokens.verify(token, new Date((seconds + 1806) * 1000))).toBeUndefined();
  });

  test('made by the same key with every claim in place is taken', async () => {
    expect(await tokens.verify(await forged({}), now)).toEqual(identity);
  });

  test.each(['sub', 'client_id', 'company_id', 'aud', 'iss', 'iat', 'exp', 'jti'])(
    'without %s is refused',
    async (claim) => {
      expect(await tokens.verify(await forged({ [claim]: undefined }), now)).toBeUndefined();
    },
  );

  test.each([
    ['of another issuer', { iss: 'other' }],
    ['for another audience', { aud: 'admin' }],
    ['for two audiences', { aud: ['api', 'web'] }],
    ['not yet valid', { nbf: seconds + 600 }],
    ['issued in the future', { iat: seconds + 3600, exp: seconds + 7200 }],
    ['issued longer ago than tokens live', { iat: seconds - 7200, exp: seconds + 600 }],
    ['with an expiry that is text', { exp: String(seconds + 600) as unknown as number }],
  ])('%s is refused', async (_, change) => {
    expect(await tokens.verify(await forged(change), now)).toBeUndefined();
  });

  test('of another type or an unknown key id is refused', async () => {
    expect(await tokens.verify(await forged({}, { typ: 'JWT' }), now)).toBeUndefined();
    expect(await tokens.verify(await forged({}, { kid: 'other' }), now)).toBeUndefined();
  });

  test('without a signature is refused', async () => {
    expect(await tokens.verify(new UnsecuredJWT(claims).encode(), now)).toBeUndefined();
  });

  test('signed by HMAC with our public key is refused', async () => {
    const secret = Buffer.from(JSON.stringify(tokens.publicKeys.keys[0]));
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: signingKey.kid })
      .sign(secret);

    expect(await tokens.verify(token, now)).toBeUndefined();
  });

  test('that brings its own key is refused', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const token = await new SignJWT(claims)
      .setProtectedHeader({
        alg: 'ES256',
        typ: 'at+jwt',
        kid: signingKey.kid,
        jwk: await exportJWK(publicKey),
      })
      .sign(privateKey);

    expect(await tokens.verify(token, now)).toBeUndefined();
  });

  test.each(['a.b.c', 'x', '..', 'eyJhbGciOiJFUzI1NiJ9.e30.AA'])(
    'that is the text %j is refused',
    async (text) => {
      expect(await tokens.verify(text, now)).toBeUndefined();
    },
  );
});
