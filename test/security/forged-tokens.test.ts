import { createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTokens, type Tokens } from '../../lib/access/tokens.ts';
import type { Config } from '../../lib/platform/config.ts';
import { makeSecrets } from '../../local/settings.ts';
import { openPlainReceiver, type PlainReceiver } from '../support/receiver.ts';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = Math.floor(now.getTime() / 1000);
const lifetime = 1800;
const identity = { userId: 'user', clientId: 'client', companyId: 'company', audience: 'api' as const };
const claims = {
  ...{ sub: 'user', client_id: 'client', company_id: 'company', aud: 'api', iss: 'issuer' },
  ...{ iat: seconds, exp: seconds + lifetime, jti: randomUUID() },
};

type Key = JWK & { kid: string };
let tokens: Tokens;
let ours: Key;
let attacker: PlainReceiver;
const makeFor = (publicKeys: JWK[], signingKey: JWK) =>
  makeTokens({
    TOKEN_ISSUER: 'issuer',
    TOKEN_SECONDS: lifetime,
    TOKEN_PUBLIC_KEYS: JSON.stringify({ keys: publicKeys }),
    TOKEN_SIGNING_KEY: JSON.stringify(signingKey),
  } as Config);
const withoutPrivatePart = ({ d: _, ...publicKey }: JWK) => publicKey;
const newKey = async () => JSON.parse((await makeSecrets()).TOKEN_SIGNING_KEY) as Key;

beforeAll(async () => {
  ours = await newKey();
  tokens = makeFor([withoutPrivatePart(ours)], ours);
  const theirs = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const served = JSON.stringify({ keys: [{ ...theirs, kid: ours.kid, alg: 'ES256' }] });
  attacker = await openPlainReceiver((response) => response.end(served));
});
afterAll(() => attacker.close());

const part = (value: object | Buffer) =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString('base64url');
const header = (change: object = {}) => ({ alg: 'ES256', typ: 'at+jwt', kid: ours.kid, ...change });
const signedWith = async (key: JWK, change: object = {}, claim: object = {}) =>
  new SignJWT({ ...claims, ...claim }).setProtectedHeader(header(change)).sign(await importJWK(key, 'ES256'));
const verify = (token: string, at = seconds) => tokens.verify(token, new Date(at * 1000));

describe('a forged token', () => {
  test.each(['none', 'None', 'NONE', ''])(
    'a token with the algorithm %j and no signature is refused',
    async (alg) => {
      const unsigned = `${part(header({ alg }))}.${part(claims)}.`;

      expect(await verify(unsigned)).toBeUndefined();
      expect(await verify(`${unsigned}${part(randomBytes(64))}`)).toBeUndefined();
    },
  );

  test.each(['spki der', 'spki pem', 'jwk', 'raw point'])(
    'a token with an HMAC under the bytes of our public key is refused: as %s',
    async (form) => {
      const publicKey = createPublicKey({ key: withoutPrivatePart(ours), format: 'jwk' });
      const { x = '', y = '' } = ours;
      const bytes = {
        'spki der': publicKey.export({ format: 'der', type: 'spki' }),
        'spki pem': Buffer.from(publicKey.export({ format: 'pem', type: 'spki' })),
        jwk: Buffer.from(JSON.stringify(withoutPrivatePart(ours))),
        'raw point': Buffer.concat([
          Buffer.from([4]),
          Buffer.from(x, 'base64url'),
          Buffer.from(y, 'base64url'),
        ]),
      }[form] as Buffer;

      for (const alg of ['HS256', 'HS384', 'HS512']) {
        const token = await new SignJWT(claims).setProtectedHeader(header({ alg })).sign(bytes);
        expect(await verify(token)).toBeUndefined();
      }
    },
  );

  test.each(['RS256', 'PS256', 'ES384', 'ES512', 'EdDSA', 'ES256K', 'es256'])(
    'a token with %s as its algorithm and our own signature is refused',
    async (alg) => {
      const [, payload, signature] = (await signedWith(ours)).split('.');

      expect(await verify(`${part(header({ alg }))}.${payload}.${signature}`)).toBeUndefined();
    },
  );

  test('a token with links to its own keys is refused, and these keys are not fetched', async () => {
    const theirs = await newKey();
    const { url } = attacker;
    const leads = [
      { jku: url },
      { x5u: url },
      { jku: url, kid: randomUUID() },
      { jwk: withoutPrivatePart(theirs) },
      { x5c: [part(randomBytes(32))] },
      { kid: url },
      { kid: '../../dev/null' },
      { iss: url },
    ];

    for (const lead of leads) expect(await verify(await signedWith(theirs, lead))).toBeUndefined();
    expect(attacker.heard).toEqual([]);
  });

  test('a token with any of a thousand unknown key ids is refused, and no key is fetched', async () => {
    const token = (await signedWith(ours, { jku: attacker.url })).split('.');

    for (let count = 0; count < 1_000; count++) {
      token[0] = part(header({ kid: randomUUID(), jku: attacker.url }));
      expect(await verify(token.join('.'))).toBeUndefined();
    }
    expect(attacker.heard).toEqual([]);
  });

  test('a token without a key id is refused, even if there is only one key', async () => {
    expect(await verify(await signedWith(ours, { kid: undefined }))).toBeUndefined();
    expect(await verify(await signedWith(ours))).toEqual(identity);
  });

  test.each([
    ['an extension that must be understood', { crit: ['exp'], exp: 1 }],
    ['a body that is not encoded', { crit: ['b64'], b64: false }],
    ['another type', { typ: 'JWT' }],
    ['no type', { typ: undefined }],
    ['a compressed body', { zip: 'DEF', crit: ['zip'] }],
  ])('a token with %s in its header is refused', async (_, change) => {
    const [, payload, signature] = (await signedWith(ours)).split('.');

    expect(await verify(`${part(header(change))}.${payload}.${signature}`)).toBeUndefined();
    const resigned = signedWith(ours, change).then(verify, () => undefined);
    expect(await resigned).toBeUndefined();
  });

  test.each([
    ['sub', { sub: 5 }],
    ['sub', { sub: '' }],
    ['company_id', { company_id: '' }],
    ['company_id', { company_id: ['company'] }],
    ['client_id', { client_id: null }],
    ['iss', { iss: ['issuer'] }],
    ['iss', { iss: 'issuer ' }],
    ['aud', { aud: 'API' }],
    ['aud', { aud: [] }],
    ['exp', { exp: 'never' }],
    ['iat', { iat: '0' }],
  ])('a token with a wrong %s and our signature is refused: %j', async (_, claim) => {
    const token = signedWith(ours, {}, claim as object);

    expect(await token.then(verify, () => undefined)).toBeUndefined();
  });

  test('a token with a longer lifetime than our own tokens is refused', async () => {
    const token = await signedWith(ours, {}, { iat: seconds - 2 * lifetime, exp: seconds + 10 * lifetime });

    expect(await verify(token)).toBe('expired');
  });

  test('a token with any one character changed is refused', async () => {
    const token = await signedWith(ours);
    const other = (letter: string) => (letter === 'A' ? 'B' : 'A');

    for (let place = 0; place < token.length - 1; place += 7) {
      const changed = token.slice(0, place) + other(token[place] as string) + token.slice(place + 1);
      if (changed !== token) expect(await verify(changed)).toBeUndefined();
    }
  });
});

describe('the check of a token’s time', () => {
  test('the check of a token’s time allows a clock difference of seconds, not of minutes', async () => {
    const token = await signedWith(ours);

    expect(await verify(token, seconds + lifetime + 4)).toEqual(identity);
    expect(await verify(token, seconds + lifetime + 30)).toBe('expired');
    expect(await verify(token, seconds - 4)).toEqual(identity);
    expect(await verify(token, seconds - 30)).toBeUndefined();
  });
});

describe('a rotation of token keys', () => {
  test('tokens of the old key stay valid only as long as that key is published', async () => {
    const fresh = await newKey();
    const [oldPublic, freshPublic] = [ours, fresh].map(withoutPrivatePart) as [JWK, JWK];
    const both = makeFor([oldPublic, freshPublic], fresh);
    const after = makeFor([freshPublic], fresh);
    const { token: oldToken } = await tokens.issue(identity, now, randomUUID());
    const { token: freshToken } = await both.issue(identity, now, randomUUID());

    expect(await both.verify(oldToken, now)).toEqual(identity);
    expect(await both.verify(freshToken, now)).toEqual(identity);
    expect(await after.verify(oldToken, now)).toBeUndefined();
    expect(await after.verify(freshToken, now)).toEqual(identity);
  });
});
