// A 401 tells the client what is missing or wrong, and discloses nothing to strangers.

import { beforeAll, describe, expect, test } from 'vitest';
import { type Forgery, forged } from '../bad-input/forged-tokens.ts';
import { clock, openScene, type Scene, type Standing } from '../bad-input/scene.ts';
import { openOperator } from '../support/admin.ts';
import { signed } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack({ now: clock });
let scene: Scene;
beforeAll(async () => {
  scene = await openScene(used.stack);
});

type Headers = Record<string, string | undefined>;

/** Sends a valid create with changed headers. */
async function create(by: Standing, change: Headers = {}, path = '/create-cashout-self-approve') {
  const { token, tenant } = scene.callers[by];
  const body = JSON.stringify({ ...scene.callers.owner.source, amount: 1, key: 'fulano@example.com' });
  const all = { authorization: `Bearer ${token}`, hmac: signed(tenant.hmac_secret, body), ...change };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const {
    status,
    body: told,
    headers,
  } = await used.send({
    method: 'POST',
    path,
    headers: Object.fromEntries(given),
    body,
  });
  return { status, body: told, challenge: headers['www-authenticate'] };
}

const withToken = (forgery: Forgery) =>
  create('owner', { authorization: `Bearer ${forged(scene, forgery)}` });
const refusal = (detail: string, challenge: string) => ({
  status: 401,
  body: { worked: false, detail, message: 'Unauthorized', data: null },
  challenge,
});
const realm = 'Bearer realm="pix-cashout"';

describe('a 401 answer that names the missing or wrong item', () => {
  test.each<[string, () => ReturnType<typeof create>, string, string, string?]>([
    ['no token', () => create('owner', { authorization: undefined }), 'no token', ''],
    ['another scheme', () => create('owner', { authorization: 'Basic abc' }), 'no token', ''],
    ['the scheme alone', () => create('owner', { authorization: 'Bearer ' }), 'no token', ''],
    [
      'an invalid token',
      () => create('owner', { authorization: 'Bearer x' }),
      'The token is not valid',
      'invalid_token',
    ],
    [
      'an invalid token after two blanks (RFC 6750: 1*SP)',
      () => create('owner', { authorization: 'Bearer  x' }),
      'The token is not valid',
      'invalid_token',
    ],
    ['an expired token', () => withToken({ seconds: -1_806 }), 'The token has expired', 'invalid_token'],
    [
      'a token of the other audience',
      () => create('web'),
      'The token has the audience web, but this call needs api',
      'invalid_token',
    ],
    ['no hmac', () => create('owner', { hmac: undefined }), 'The header hmac is missing', 'invalid_request'],
    [
      'one permission of two',
      () => create('creator'),
      'The policy on the account does not permit APPROVE',
      'insufficient_scope',
      ', scope="CREATE APPROVE"',
    ],
    [
      'the only permission that is needed',
      () => create('approver', {}, '/create-cashout'),
      'The policy on the account does not permit CREATE',
      'insufficient_scope',
      ', scope="CREATE"',
    ],
  ])('%s', async (_, attempt, words, error, more = '') => {
    const detail = words === 'no token' ? 'The header authorization has no bearer token' : words;
    // RFC 6750, section 3.1: the answer has no error code if the request has no token.
    const code = error && `, error="${error}", error_description="${detail}"${more}`;

    expect(await attempt()).toEqual(refusal(detail, `${realm}${code}`));
  });

  test('a valid token after two blanks is accepted (RFC 6750: 1*SP)', async () => {
    expect(
      (await create('owner', { authorization: `Bearer  ${scene.callers.owner.token}` })).status,
    ).not.toBe(401);
  });

  test('a 401 for the sandbox key says whether the key is missing or wrong', async () => {
    const ask = async (headers: Record<string, string>) => {
      const answer = await used.send({ method: 'POST', path: '/sandbox/tenants', headers, body: '{}' });
      return { status: answer.status, body: answer.body, challenge: answer.headers['www-authenticate'] };
    };
    const challenge = 'SandboxKey realm="pix-cashout"';

    expect(await ask({})).toEqual(refusal('The header x-sandbox-key is missing', challenge));
    expect(await ask({ 'x-sandbox-key': 'x' })).toEqual(
      refusal('The header x-sandbox-key is wrong', challenge),
    );
  });

  test('the description in a 401 has only characters allowed in a quoted header value (RFC 6750, section 3)', async () => {
    const answers = [
      await create('owner', { authorization: undefined }),
      await withToken({ seconds: -1_806 }),
      await create('web'),
      await create('owner', { hmac: undefined }),
      await create('creator'),
    ];

    for (const { challenge = '' } of answers) {
      const quoted = /^\w+ (\w+="[\x20\x21\x23-\x5b\x5d-\x7e]+"(, )?)+$/;
      expect(challenge).toMatch(quoted);
    }
  });
});

describe('a 401 answer', () => {
  const wrong = refusal(
    'The token is not valid',
    `${realm}, error="invalid_token", error_description="The token is not valid"`,
  );

  test('a 401 does not disclose which clients, users and companies exist: unknown ids are refused like a forged signature', async () => {
    const { stranger } = scene.callers;
    for (const claims of [
      { client_id: 'nobody' },
      { sub: 'nobody' },
      { company_id: 'nobody' },
      { client_id: stranger.tenant.client_id },
      { sub: stranger.tenant.user_id },
      { company_id: stranger.tenant.company_id },
    ]) {
      expect(await withToken({ claims })).toEqual(wrong);
    }
    expect(await withToken({ sign: 'other key' })).toEqual(wrong);
  });

  test('a 401 does not disclose that a client has been frozen', async () => {
    const { tenant } = scene.callers.spare;
    const frozen = await openOperator(used.stack).freeze('client', tenant.client_id);
    expect(frozen).toMatchObject({ worked: true, frozen: true });

    const claims = { client_id: tenant.client_id, sub: tenant.user_id, company_id: tenant.company_id };
    expect(await withToken({ claims })).toEqual(wrong);
  });

  test('a 401 discloses neither the age nor the audience of a token before its signature is verified', async () => {
    expect(await withToken({ seconds: -1_806, sign: 'other key' })).toEqual(wrong);
    expect(await withToken({ claims: { aud: 'web' }, sign: 'other key' })).toEqual(wrong);
    expect(await withToken({ seconds: -1_806, sign: 'none' })).toEqual(wrong);
    expect(await withToken({ claims: { aud: 'web' }, sign: 'HS256' })).toEqual(wrong);
  });

  test('a refusal discloses nothing about permissions on an account that the caller may not see', async () => {
    const unknown = { status: 400, body: { message: 'Account not found' }, challenge: undefined };

    expect(await create('stranger')).toMatchObject(unknown);
    expect(await create('outsider')).toEqual(await create('stranger'));
  });
});
