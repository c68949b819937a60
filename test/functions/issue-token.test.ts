import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { openTenant, sendInProcess, type Tenant } from '../support/api.ts';
import { type Counted, collecting } from '../support/stack.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await openTenant(used.send);
});

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const ask = (body: string, headers: Record<string, string> = {}, base64 = false) =>
  used.send({ method: 'POST', path: '/oauth2/token', body, headers, base64 });

describe('client credentials', () => {
  test.each([
    [
      'in a Basic header',
      () =>
        ask('grant_type=client_credentials', {
          authorization: basic(tenant.client_id, tenant.client_secret),
        }),
    ],
    [
      'in a Basic header with two blanks',
      () =>
        ask('grant_type=client_credentials', {
          authorization: basic(tenant.client_id, tenant.client_secret).replace(' ', '  '),
        }),
    ],
    [
      'in the form',
      () =>
        ask(
          `grant_type=client_credentials&client_id=${tenant.client_id}&client_secret=${tenant.client_secret}`,
        ),
    ],
    [
      'in a form that arrives as base64',
      () =>
        ask(
          `grant_type=client_credentials&client_id=${tenant.client_id}&client_secret=${tenant.client_secret}`,
          {},
          true,
        ),
    ],
  ])('client credentials sent %s give a token', async (_, request) => {
    const answer = await request();

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 1800 });
    expect(answer.headers['cache-control']).toBe('no-store');
    const claims = decodeJwt(answer.body.access_token);
    expect(claims).toEqual({
      sub: tenant.user_id,
      client_id: tenant.client_id,
      company_id: tenant.company_id,
      aud: 'api',
      iss: used.stack.config.TOKEN_ISSUER,
      iat: expect.any(Number),
      exp: (claims.iat ?? 0) + 1800,
      jti: expect.any(String),
    });
  });

  test('the client credentials give a token that the published keys verify', async () => {
    const answer = await ask('grant_type=client_credentials', {
      authorization: basic(tenant.client_id, tenant.client_secret),
    });
    const keys = await used.send({ method: 'GET', path: '/.well-known/jwks.json' });

    const { protectedHeader } = await jwtVerify(answer.body.access_token, createLocalJWKSet(keys.body));

    expect(protectedHeader).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
  });

  const refusal = (detail: string) => ({
    worked: false,
    detail,
    message: 'Unauthorized',
    data: null,
    error: 'invalid_client',
    error_description: detail,
  });
  const none =
    'The client credentials are missing: send client_id and client_secret by HTTP Basic or in the form';
  const wrong = 'The client credentials are not valid';

  test.each([
    ['a wrong secret', wrong, () => basic(tenant.client_id, 'wrong')],
    ['an unknown client', wrong, () => basic('nobody', tenant.client_secret)],
    ['no colon', none, () => `Basic ${Buffer.from('nothing').toString('base64')}`],
    ['another scheme', none, () => 'Digest abc'],
    ['an empty secret', none, () => basic(tenant.client_id, '')],
    ['a client id of five thousand characters', wrong, () => basic('x'.repeat(5_000), 'x')],
  ])('client credentials with %s are refused', async (_, detail, authorization) => {
    const answer = await ask('grant_type=client_credentials', { authorization: authorization() });

    expect([answer.status, answer.body]).toEqual([401, refusal(detail)]);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="pix-cashout"');
  });

  test.each([
    ['', 'invalid_request', 'grant_type is required'],
    ['grant_type=password', 'unsupported_grant_type', 'grant_type must be client_credentials'],
  ])('a token request with the form %j is refused', async (form, error, message) => {
    const answer = await ask(form, { authorization: basic(tenant.client_id, tenant.client_secret) });

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      worked: false,
      detail: message,
      message,
      data: null,
      error,
    });
  });

  test.each(['{"grant_type":"client_credentials"}', ' [{}]'])(
    'a token request with the JSON %j is refused with a hint to send a form',
    async (json) => {
      const answer = await ask(json, { authorization: basic(tenant.client_id, tenant.client_secret) });

      const detail =
        'Send a form (application/x-www-form-urlencoded), not JSON: grant_type=client_credentials';
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          worked: false,
          detail,
          message: 'grant_type is required',
          data: null,
          error: 'invalid_request',
          error_description: detail,
        },
      ]);
    },
  );
});

/** Places are noted only where money is real. */
const withPsp = { STAGE: 'production', PAYOUT_NETWORK: 'main', REFUND_NETWORK: 'main' };

describe('the places of a client', () => {
  const count = async (
    secret: string,
    addresses: readonly string[],
    change: (deps: Deps) => Partial<Deps> = () => ({}),
  ) => {
    const one = await openTenant(used.send);
    const counted: Counted[] = [];
    const tested = used.stack.with({ metrics: collecting(counted) });
    const deps = { ...tested, config: { ...tested.config, ...withPsp } };
    const send = sendInProcess(used.stack, { ...deps, ...change(deps) });
    const authorization = basic(one.client_id, secret || one.client_secret);
    const call = { method: 'POST', path: '/oauth2/token', headers: { authorization } };
    const statuses = [];
    for (const sourceIp of addresses)
      statuses.push((await send({ ...call, body: 'grant_type=client_credentials', sourceIp })).status);
    return {
      statuses,
      counted: counted.map(([name]) => name),
      places: await deps.seenPlaces.get(one.client_id),
    };
  };

  test('a token at a second network counts once, and the row names no address', async () => {
    const { counted, places } = await count('', [
      '198.51.100.7',
      '203.0.113.9',
      '203.0.113.200',
      '198.51.100.7',
    ]);

    expect(counted).toEqual(['ClientsSeenElsewhere']);
    expect(Object.keys(places)).toHaveLength(2);
    expect(JSON.stringify(places)).not.toMatch(/198|203\.0/);
  });

  test('a wrong secret notes no place', async () => {
    expect(await count('wrong', ['198.51.100.7', '203.0.113.9'])).toEqual({
      statuses: [401, 401],
      counted: [],
      places: {},
    });
  });

  test('nothing is noted of a client whose addresses change all the time, or in a stage with a sandbox', async () => {
    const roaming = ({ clients }: Deps): Partial<Deps> => ({
      clients: {
        ...clients,
        get: async (id) => {
          const client = await clients.get(id);
          return client && { ...client, roams: true };
        },
      },
    });
    const sandboxed = ({ config }: Deps) => ({ config: { ...config, STAGE: 'local' } });

    for (const change of [roaming, sandboxed])
      expect(await count('', ['198.51.100.7', '203.0.113.9'], change)).toMatchObject({
        counted: [],
        places: {},
      });
  });

  test('nothing is noted behind CloudFront, whose addresses are all that is seen', async () => {
    const behind = ({ config }: Deps) => ({ config: { ...config, CLOUD_FRONT: true } });

    expect(await count('', ['198.51.100.7', '203.0.113.9'], behind)).toMatchObject({
      counted: [],
      places: {},
    });
  });

  test('a token is given even if its place cannot be noted', async () => {
    const fail = async () => {
      throw new Error('lost');
    };
    const broken = ({ seenPlaces }: Deps) => ({ seenPlaces: { ...seenPlaces, get: fail } });

    expect((await count('', ['198.51.100.7'], broken)).statuses).toEqual([200]);
  });
});
