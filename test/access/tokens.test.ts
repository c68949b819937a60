import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { exportJWK, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeTokens, type Tokens } from '../../lib/access/tokens.ts';
import type { Config } from '../../lib/platform/config.ts';
import { makeSecrets } from '../../local/settings.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const identity = { userId: 'user', clientId: 'client', companyId: 'company', audience: 'api' as const };

let tokens: Tokens;
let signingKey: { kid: string };
let config: Config;
beforeAll(async () => {
  const secrets = await makeSecrets();
  signingKey = JSON.parse(secrets.TOKEN_SIGNING_KEY);
  config = { ...secrets, TOKEN_ISSUER: 'issuer', TOKEN_SECONDS: 1800 } as unknown as Config;
  tokens = makeTokens(config);
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

describe('an access token', () => {
  test('a token names the client to which it was issued, until the token expires', async () => {
    const { token } = await tokens.issue(identity, now, randomUUID());

    expect(await tokens.verify(token, now)).toEqual(identity);
    expect(await tokens.verify(token, new Date((seconds + 1799) * 1000))).toEqual(identity);
    expect(await tokens.verify(token, new Date((seconds + 1806) * 1000))).toBe('expired');
  });

  test('a token made with our key and every claim is accepted', async () => {
    expect(await tokens.verify(await forged({}), now)).toEqual(identity);
  });

  test.each(['sub', 'client_id', 'company_id', 'aud', 'iss', 'iat', 'exp', 'jti'])(
    'a token without %s is refused',
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
    ['with an expiry that is text', { exp: String(seconds + 600) as unknown as number }],
  ])('a token %s is refused', async (_, change) => {
    expect(await tokens.verify(await forged(change), now)).toBeUndefined();
  });

  test('a token older than the maximum lifetime has expired, whatever its own expiry claim', async () => {
    const change = { iat: seconds - 7200, exp: seconds + 600 };

    expect(await tokens.verify(await forged(change), now)).toBe('expired');
  });

  test.each([
    ['of another issuer', { iss: 'other' }],
    ['for another audience', { aud: 'admin' }],
    ['with a time of issue that is text', { iat: '0' as unknown as number }],
  ])('an expired token that is %s is reported as invalid, not as expired', async (_, change) => {
    const old = { iat: seconds - 7200, exp: seconds - 5400 };

    expect(await tokens.verify(await forged({ ...old, ...change }), now)).toBeUndefined();
  });

  test('an expired token with an invalid signature is not reported as expired', async () => {
    const token = await forged({ iat: seconds - 7200, exp: seconds - 5400 });
    const [header, payload, signature = ''] = token.split('.');
    const damaged = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);

    expect(await tokens.verify(`${header}.${payload}.${damaged}`, now)).toBeUndefined();
  });

  test('a token of a different type or with an unknown key id is refused', async () => {
    expect(await tokens.verify(await forged({}, { typ: 'JWT' }), now)).toBeUndefined();
    expect(await tokens.verify(await forged({}, { kid: 'other' }), now)).toBeUndefined();
  });

  test('a token without a signature is refused', async () => {
    expect(await tokens.verify(new UnsecuredJWT(claims).encode(), now)).toBeUndefined();
  });

  test('a token signed by HMAC with our public key is refused', async () => {
    const secret = Buffer.from(JSON.stringify(tokens.publicKeys.keys[0]));
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: signingKey.kid })
      .sign(secret);

    expect(await tokens.verify(token, now)).toBeUndefined();
  });

  test('a token with its own public key in the header is refused', async () => {
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
    'a token with the text %j is refused',
    async (text) => {
      expect(await tokens.verify(text, now)).toBeUndefined();
    },
  );
});

describe('a token that was verified before', () => {
  const at = (second: number) => new Date((seconds + second) * 1000);

  /** Counts the signature verifications from now on. Cached tokens need none. */
  function countVerifications() {
    const verify = vi.spyOn(crypto.subtle, 'verify');
    onTestFinished(() => verify.mockRestore());
    return verify.mock.calls;
  }

  test('the token is accepted without a second check of its signature', async () => {
    const token = await forged({ jti: randomUUID() });
    const verifications = countVerifications();

    for (const second of [0, 1, 900, 1799]) expect(await tokens.verify(token, at(second))).toEqual(identity);
    expect(verifications).toHaveLength(1);
  });

  test.each([
    ['has expired', {}, 1806, 'expired'],
    [
      'is older than the lifetime of tokens, whatever its own expiry',
      { exp: seconds + 86_400 },
      1806,
      'expired',
    ],
    ['is not yet issued, after a clock was set back', {}, -6, undefined],
    ['is not yet valid, after a clock was set back', { nbf: seconds - 60 }, -66, undefined],
  ])('the token is refused when it %s', async (_, change, second, told) => {
    const token = await forged({ jti: randomUUID(), ...change });

    expect(await tokens.verify(token, at(0))).toEqual(identity);
    expect(await tokens.verify(token, at(second))).toBe(told);
    expect(await tokens.verify(token, at(0))).toEqual(identity);
  });

  test.each([-5, -1, 1800, 1804])(
    'a token at second %i of its 1,800 seconds, within the clock leeway, is accepted after a new check of its signature',
    async (second) => {
      const token = await forged({ jti: randomUUID() });
      await tokens.verify(token, at(0));
      const verifications = countVerifications();

      expect(await tokens.verify(token, at(second))).toEqual(identity);
      expect(verifications).toHaveLength(1);
    },
  );

  test('the token’s claims are refused with a damaged or missing signature', async () => {
    const token = await forged({ jti: randomUUID() });
    await tokens.verify(token, now);
    const [header, payload, signature = ''] = token.split('.');
    const damaged = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1);

    for (const other of [damaged, signature.slice(0, -1), signature.toLowerCase(), '']) {
      expect(await tokens.verify(`${header}.${payload}.${other}`, now)).toBeUndefined();
    }
  });

  test('the token’s signature is refused with different claims', async () => {
    const token = await forged({ jti: randomUUID() });
    await tokens.verify(token, now);
    const [header, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url');

    expect(await tokens.verify(`${header}.${payload}.${signature}`, now)).toBeUndefined();
  });

  test('the token is refused by a verifier with different keys, no keys, or a different issuer', async () => {
    const token = await forged({ jti: randomUUID() });
    await tokens.verify(token, now);
    const { TOKEN_PUBLIC_KEYS } = await makeSecrets();

    expect(await makeTokens({ ...config, TOKEN_PUBLIC_KEYS }).verify(token, now)).toBeUndefined();
    expect(await makeTokens({ ...config, TOKEN_ISSUER: 'other' }).verify(token, now)).toBeUndefined();
    expect(
      await makeTokens({ ...config, TOKEN_PUBLIC_KEYS: '{"keys":[]}' }).verify(token, now),
    ).toBeUndefined();
  });

  test('the token cannot be used for a different client', async () => {
    const token = await forged({ jti: randomUUID() });
    const first = await tokens.verify(token, now);

    expect(() => Object.assign(first ?? {}, { companyId: 'other' })).toThrow(TypeError);
    expect(await tokens.verify(token, now)).toEqual(identity);
  });
});

describe('a token that was refused before', () => {
  test('the token is refused again, and is accepted once it becomes valid', async () => {
    const token = await forged({ jti: randomUUID(), nbf: seconds + 60 });

    expect(await tokens.verify(token, now)).toBeUndefined();
    expect(await tokens.verify(token, now)).toBeUndefined();
    expect(await tokens.verify(token, new Date((seconds + 60) * 1000))).toEqual(identity);
  });
});

test('the cache of verified tokens holds a thousand tokens, and is emptied when it is full', {
  tags: 'dear',
}, async () => {
  const ours = makeTokens(config);
  const { token: first } = await ours.issue(identity, now, randomUUID());
  const verify = vi.spyOn(crypto.subtle, 'verify');
  onTestFinished(() => verify.mockRestore());
  const count = async (token: string) => {
    verify.mockClear();
    expect(await ours.verify(token, now)).toEqual(identity);
    return verify.mock.calls.length;
  };

  expect(await count(first)).toBe(1);
  for (let other = 1; other < 1_000; other++) {
    await ours.verify((await ours.issue(identity, now, randomUUID())).token, now);
  }
  expect(await count(first)).toBe(0);
  await ours.verify((await ours.issue(identity, now, randomUUID())).token, now);
  expect(await count(first)).toBe(1);
});
