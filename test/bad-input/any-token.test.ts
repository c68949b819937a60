import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenEndpoint, tokens } from './access.cases.ts';
import { canary, json, text } from './arbitrary.ts';
import { type Forgery, forged } from './forged-tokens.ts';
import { wrongToken } from './refusals.ts';
import { type Ask, useWatch } from './safety.ts';

const watched = useWatch();
const ask: Ask = (table, change) => watched.ask(table, change);

const value = json.map((text) => JSON.parse(text) as unknown);
const some = (names: string[], values: fc.Arbitrary<unknown>) =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));
const header = some(
  ['alg', 'typ', 'kid', 'crit', 'b64', 'jku', 'jwk', 'x5u', 'x5c', 'zip', canary],
  fc.oneof(
    value,
    fc.constantFrom('ES256', 'ES384', 'HS256', 'RS256', 'none', ['b64'], ['exp'], [], {}, null),
  ),
);
const names = ['iss', 'aud', 'sub', 'exp', 'iat', 'nbf', 'jti', 'client_id', 'company_id'];
const claims = some([...names, canary], value);

const with401 = async (forgery: Forgery) => {
  const answer = await ask(tokens, {
    headers: { authorization: `Bearer ${forged(watched.scene, forgery)}` },
  });
  expect({ status: answer.status, body: answer.body }).toEqual(wrongToken);
};

test('any token without our signature is refused', async () => {
  const sign = fc.constantFrom('none', 'HS256', 'other key');
  await fc.assert(
    fc.asyncProperty(header, claims, sign, (head, body, how) =>
      with401({ header: head, claims: body, sign: how }),
    ),
    { numRuns: 200 },
  );
});

test('a token with our signature is refused if a claim is missing or has a different type', async () => {
  const other = value.filter((one) => typeof one !== 'string' && typeof one !== 'number');
  const wrong = fc.tuple(fc.constantFrom(...names.filter((name) => name !== 'nbf' && name !== 'jti')), other);
  await fc.assert(
    fc.asyncProperty(wrong, ([name, one]) => with401({ claims: { [name]: one } })),
    { numRuns: 100 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names.filter((name) => name !== 'nbf')), (name) =>
      with401({ without: [name] }),
    ),
    { numRuns: 20 },
  );
});

test('any text of three parts separated by dots is refused as a token', async () => {
  const part = fc.oneof(
    fc.base64String().map((text) => text.replace(/[+/=]/g, '-')),
    value.map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')),
  );
  await fc.assert(
    fc.asyncProperty(part, part, part, async (...parts) => {
      const answer = await ask(tokens, { headers: { authorization: `Bearer ${parts.join('.')}` } });
      expect(answer.status).toBe(401);
    }),
    { numRuns: 200 },
  );
});

test('credentials that do not belong to a client are refused, in the header and in the form', async () => {
  const wellFormed = text.filter((one) => one.isWellFormed());
  const { client_id } = watched.scene.callers.owner.tenant;
  const id = fc.oneof(wellFormed, fc.constant(client_id));
  await fc.assert(
    fc.asyncProperty(id, wellFormed, fc.boolean(), async (clientId, clientSecret, isForm) => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
      const change = isForm
        ? { headers: { authorization: undefined }, body: String(new URLSearchParams(form)) }
        : { headers: { authorization } };

      expect(await ask(tokenEndpoint, change)).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
    }),
    { numRuns: 150 },
  );
});
