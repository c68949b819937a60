// Invalid credentials: wrong tokens and wrong signatures, at one endpoint each, and invalid requests for a token.

import type { Table } from './ask.ts';
import { type Forgery, forged } from './forged-tokens.ts';
import { expiredToken, hmacInvalid, noToken, oauth, tooLong, wrongToken } from './refusals.ts';
import { plantedKey } from './scene.ts';

const bearer = (token: string) => ({ headers: { authorization: token } });
const withToken =
  (forgery: Forgery): Table['rows'][number][2] =>
  (scene) =>
    bearer(`Bearer ${forged(scene, forgery)}`);

export const tokens: Table = {
  route: 'GET /v3/meds',
  request: () => ({ path: '/v3/meds' }),
  rows: [
    ['B002', 'another scheme', bearer('Basic abc'), noToken],
    ['B002', 'no token', bearer('Bearer '), noToken],
    ['B002', 'two tokens', ({ callers: { owner } }) => bearer(`Bearer ${owner.token} b`), wrongToken],
    ['B003', 'one second past its end', withToken({ seconds: -1_806 }), expiredToken],
    [
      'B003',
      'expired, by a key that is not ours',
      withToken({ seconds: -1_806, sign: 'other key' }),
      wrongToken,
    ],
    ['B004', 'no expiry', withToken({ without: ['exp'] }), wrongToken],
    ['B004', 'no time of issue', withToken({ without: ['iat'] }), wrongToken],
    ['B004', 'no subject', withToken({ without: ['sub'] }), wrongToken],
    ['B005', 'no algorithm', withToken({ sign: 'none' }), wrongToken],
    ['B005', 'the public key as a secret', withToken({ sign: 'HS256' }), wrongToken],
    ['B005', "somebody else's key", withToken({ sign: 'other key' }), wrongToken],
    ['B005', 'another kind of token', withToken({ header: { typ: 'JWT' } }), wrongToken],
    ['B006', 'another issuer', withToken({ claims: { iss: 'https://evil.example.com' } }), wrongToken],
    ['B006', 'no audience', withToken({ without: ['aud'] }), wrongToken],
    ['B006', 'an unknown audience', withToken({ claims: { aud: 'all' } }), wrongToken],
    ['B006', "another company's name", withToken({ claims: { company_id: 'x' } }), wrongToken],
    ['B006', 'an unknown client', withToken({ claims: { client_id: 'x' } }), wrongToken],
    ['B007', 'valid from tomorrow', withToken({ seconds: 0, later: { nbf: 86_400 } }), wrongToken],
    ['B007', 'issued in an hour', withToken({ seconds: 3_600 }), wrongToken],
    ['B007', 'an end in quotes', withToken({ claims: { exp: '9999999999' } }), wrongToken],
    ['B008', '100 KB', bearer(`Bearer ${'a'.repeat(100_000)}.b.c`), wrongToken],
    ['B008', 'parts that are not base64url', bearer('Bearer a+b.c/d.e=='), wrongToken],
    ['B008', 'parts that are no JSON', bearer('Bearer abc.def.ghi'), wrongToken],
    ['B127', 'a token that is not ASCII', bearer('Bearer é.é.é'), wrongToken],
  ],
};

const hmac = (text: string | undefined) => ({ headers: { hmac: text } });
/** JSON.stringify({tag: 'ação'}) in composed (NFC) and decomposed (NFD) Unicode. */
const [composed, decomposed] = ['NFC', 'NFD'].map((form) => JSON.stringify({ tag: 'ação' }).normalize(form));

export const signatures: Table = {
  route: 'POST /create-cashout',
  request: ({ callers }) => ({
    path: '/create-cashout',
    fields: { ...callers.owner.source, amount: 1, key: plantedKey },
  }),
  rows: [
    ['B011', '64 zeros', hmac('0'.repeat(64)), hmacInvalid],
    ['B012', '63 digits', hmac('0'.repeat(63)), hmacInvalid],
    ['B012', 'what is not hexadecimal', hmac(`zz${'0'.repeat(62)}`), hmacInvalid],
    ['B012', 'a line break', hmac(`${'0'.repeat(64)}\n`), hmacInvalid],
    ['B014', 'two signatures', hmac(`${'0'.repeat(64)},${'0'.repeat(64)}`), hmacInvalid],
    ['B015', 'a body written otherwise', { sent: '{ }', body: '{}' }, hmacInvalid],
    ['B017', 'decomposed letters', { body: composed ?? '', sent: decomposed ?? '' }, hmacInvalid],
    [
      'B020',
      "another client's secret",
      ({ callers: { owner } }) => ({ by: 'creator', headers: { authorization: `Bearer ${owner.token}` } }),
      hmacInvalid,
    ],
    ['B127', 'a signature of 10 KB', hmac('0'.repeat(10_240)), hmacInvalid],
    ['B127', 'a signature that is not ASCII', hmac('é'.repeat(64)), hmacInvalid],
  ],
};

const invalidClient = oauth(401, 'Unauthorized', 'invalid_client', 'The client credentials are not valid');
const noCredentials = oauth(
  401,
  'Unauthorized',
  'invalid_client',
  'The client credentials are missing: send client_id and client_secret by HTTP Basic or in the form',
);
const basic = (id: string, secret: string) =>
  bearer(`Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);

export const tokenEndpoint: Table = {
  route: 'POST /oauth2/token',
  request: ({ callers: { owner } }) => ({
    path: '/oauth2/token',
    ...basic(owner.tenant.client_id, owner.tenant.client_secret),
    body: 'grant_type=client_credentials',
  }),
  rows: [
    ['B001', 'no credentials', bearer(''), noCredentials],
    ['B002', 'another scheme', bearer('Digest abc'), noCredentials],
    ['B002', 'no colon', bearer('Basic YWJj'), noCredentials],
    ['B008', 'what is not base64', bearer('Basic é'), noCredentials],
    [
      'B020',
      'a wrong secret',
      ({ callers }) => basic(callers.owner.tenant.client_id, 'wrong'),
      invalidClient,
    ],
    [
      'B020',
      "another client's secret",
      ({ callers }) => basic(callers.owner.tenant.client_id, callers.stranger.tenant.client_secret),
      invalidClient,
    ],
    ['B048', 'an unknown client', basic('nobody', 'nothing'), invalidClient],
    ['B045', 'a client id of 5,000 characters', basic('x'.repeat(5_000), 'x'), invalidClient],
    ['B024', 'no body', { body: '' }, oauth(400, 'grant_type is required', 'invalid_request')],
    [
      'B026',
      'JSON',
      { body: '{"grant_type":"client_credentials"}' },
      oauth(
        400,
        'grant_type is required',
        'invalid_request',
        'Send a form (application/x-www-form-urlencoded), not JSON: grant_type=client_credentials',
      ),
    ],
    [
      'B073',
      'another grant',
      { body: 'grant_type=password' },
      oauth(400, 'grant_type must be client_credentials', 'unsupported_grant_type'),
    ],
    ['B028', '65 KB', { body: `grant_type=client_credentials&x=${'x'.repeat(65 * 1024)}` }, tooLong],
  ],
};
