import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../lib/platform/config.ts';
import { clientKey } from '../../lib/platform/keys.ts';
import { makeSealer } from '../../lib/platform/secrets.ts';
import { openCaller, sendInProcess, signed } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { openHoldings } from '../support/holdings.ts';
import { ask } from '../support/route-calls.ts';
import { callerRoutes } from '../support/routes.ts';
import { allRows } from '../support/tables.ts';
import { useStack } from '../support/use-stack.ts';
import { variablesOf } from '../support/variables.ts';
import { register } from '../support/webhooks.ts';

const used = useStack();

describe('the stored data of the service', () => {
  test('the stored data has no secret in any table, neither plain nor encoded', async () => {
    const api = await used.newCaller();
    const web = await used.newCaller({ audience: 'web' });
    const its = await openHoldings(used.stack, api);
    const given = { authorization_token: 'Bearer receiver-token-1', x_functions_key: 'functions-key-1' };
    const webhook = await register(api, 'https://receiver.example.com/', 'ALL', given);
    const rotated = await api.call('PUT', `/api/webhooks/${webhook.id}`, { rotate_secret: true });
    const transfer =
      callerRoutes['POST /create-manual-transfer']?.calls({ ...its, account: web.source })[0] ?? {};
    expect((await ask(used.send, 'POST /create-manual-transfer', web, transfer)).status).toBe(200);

    const stored = JSON.stringify(await allRows(used.stack)).toLowerCase();

    const { TOKEN_SIGNING_KEY = '', DATA_KEYS, NETWORK_CALLBACK_SECRETS } = used.stack.config;
    const secrets = [
      ...[api, web].flatMap(({ tenant, token }) => [
        tenant.client_secret,
        tenant.hmac_secret,
        tenant.mfa_secret,
        token,
      ]),
      ...[webhook.secret, rotated.body.secret].flatMap((secret) => [secret, secret.replace('whsec_', '')]),
      ...Object.values(given),
      ...[JSON.parse(TOKEN_SIGNING_KEY).d, ...DATA_KEYS, ...NETWORK_CALLBACK_SECRETS],
    ] as string[];
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const secret of secrets) {
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const) {
        expect(stored).not.toContain(Buffer.from(secret).toString(encoding).toLowerCase());
      }
    }
    // These values show that the search covered what is stored.
    for (const known of [api.tenant.client_id, web.tenant.user_id, String(webhook.id), String(its.cashout)]) {
      expect(stored).toContain(known);
    }
  });
});

describe('a guessable secret', () => {
  const variables = () => variablesOf(used.stack.config);
  const long = 'x'.repeat(32);
  const strong = {
    STAGE: 'staging',
    OUTBOUND_LOOPBACK: 'refuse',
    SANDBOX_KEY: long,
    NETWORK_CALLBACK_SECRETS: long,
  };

  test.each([
    ['SANDBOX_KEY', 'local'],
    ['SANDBOX_KEY', ''],
    ['NETWORK_CALLBACK_SECRETS', 'local-network-callback'],
    ['DATA_KEYS', 'AAAA'],
    ['DATA_KEYS', Buffer.alloc(31).toString('base64')],
  ])('a deployed stage does not start with a guessable secret as %s: %j', (name, secret) => {
    expect(() => readConfig({ ...variables(), ...strong, [name]: secret })).toThrow(`wrong: ${name}`);
    expect(readConfig({ ...variables(), ...strong }).STAGE).toBe('staging');
  });

  test('a guessable secret makes no valid signature, even if it is stored as the client’s own secret', async () => {
    const caller = await used.newCaller();
    const { client_id: clientId } = caller.tenant;
    // In HMAC, a secret of three zero bytes gives the same signature as an empty secret.
    for (const weak of ['\0\0\0', 'AAAA', '']) {
      const sealed = makeSealer(used.stack.config).seal(weak, clientId);
      await openClient().send(
        new UpdateCommand({
          TableName: used.stack.config.ACCOUNTS_TABLE,
          Key: clientKey(clientId),
          UpdateExpression: 'SET sealedHmacSecret = :sealed',
          ExpressionAttributeValues: { ':sealed': sealed },
        }),
      );
      // This container has not cached the client yet.
      const send = sendInProcess(used.stack, used.stack.with({}));
      const by = await openCaller(used.send, caller.tenant);
      const body = JSON.stringify({ ...caller.source, amount: 1, key: 'fulano@example.com' });
      const headers = { authorization: `Bearer ${by.token}`, hmac: signed(weak, body) };

      expect((await send({ method: 'POST', path: '/create-cashout', headers, body })).status).toBe(500);
    }
  });
});

test('every generated secret has 32 random bytes, and a seed of one-time codes has 20', async () => {
  const caller = await used.newCaller();
  const { secret } = await register(caller, 'https://receiver.example.com/');
  const { client_secret, hmac_secret, mfa_secret } = caller.tenant;

  expect([client_secret, hmac_secret].map((hex) => Buffer.from(hex, 'hex').length)).toEqual([32, 32]);
  expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
  // A seed for SHA-1 codes is as long as its digest: 20 bytes (RFC 4226).
  expect(mfa_secret).toMatch(/^[A-Z2-7]{32}$/);
});
