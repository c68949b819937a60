// Checks the public endpoints of a stage, without a company and without money.

import assert from 'node:assert/strict';

/** Runs one check and reports its result. */
export type Check = (what: string, look: () => Promise<void>) => Promise<void>;

/** Returns the expected body of a refusal. Every refusal has this form. */
export const refusal = (message: string, detail = message) => ({
  worked: false,
  detail,
  message,
  data: null,
});

const noToken = 'The header authorization has no bearer token';

const json = (answer: Response) => answer.json() as Promise<Record<string, unknown>>;

export async function checkPublic(url: string, check: Check): Promise<void> {
  await check('an unknown route is a 404 in the shape of every error', async () => {
    const withSlash = refusal('Not found', 'Not found (the path ends in a slash)');
    for (const [path, expected] of [
      ['/no-such-route', refusal('Not found')],
      ['/no-such-route/', withSlash],
      ['/v3/no/such/route/', withSlash],
    ] as const) {
      const answer = await fetch(url + path);
      assert.deepEqual([answer.status, await json(answer)], [404, expected], path);
    }
  });
  await check('the address itself says where the reference is', async () => {
    const answer = await fetch(`${url}/`);
    assert.equal(answer.status, 200);
    assert.match(String((await json(answer)).openapi), /\/openapi\.json$/);
  });
  await check('a known path with another method is also a 404', async () => {
    const answer = await fetch(`${url}/create-cashout`, { method: 'PATCH' });
    assert.deepEqual([answer.status, await json(answer)], [404, refusal('Not found')]);
  });
  await check('a call without a token is refused, under both forms of a path', async () => {
    for (const path of [
      '/v3/meds',
      '/v3/meds/',
      '/v3/meds/1/',
      '/api/webhooks',
      '/api/webhooks/',
      '/v3/accounts/api/webhooks/',
    ]) {
      const answer = await fetch(url + path);
      assert.deepEqual([answer.status, await json(answer)], [401, refusal('Unauthorized', noToken)], path);
    }
  });
  await check('wrong client credentials are a 401', async () => {
    const authorization = `Basic ${Buffer.from('nobody:nothing').toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', headers: { authorization }, body });
    assert.equal(answer.status, 401);
  });
  await check('the keys that verify tokens are public, and only public', async () => {
    const { keys } = (await json(await fetch(`${url}/.well-known/jwks.json`))) as { keys: object[] };
    assert.ok(keys.length > 0, 'no key');
    for (const key of keys) assert.ok(!('d' in key), 'a private key');
  });
  await check('the reference and the OpenAPI document are served and name this address', async () => {
    const page = await fetch(`${url}/docs`);
    assert.deepEqual([page.status, page.headers.get('content-type')?.split(';')[0]], [200, 'text/html']);
    const document = await json(await fetch(`${url}/openapi.json`));
    assert.match(String(document.openapi), /^3\.1/);
    assert.ok(JSON.stringify(document.servers).includes(new URL(url).host), JSON.stringify(document.servers));
  });
  await check('answers are not cached, and browsers do not guess their type', async () => {
    const { headers } = await fetch(`${url}/v3/meds`);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });
  // This check needs a deployed stage, because the local stack's gateway allows every origin.
  if (new URL(url).protocol === 'https:') {
    await check('scripts of other sites have no access', async () => {
      const { headers } = await fetch(`${url}/v3/meds`, { headers: { origin: 'https://example.com' } });
      assert.equal(headers.get('access-control-allow-origin'), null);
    });
  }
}
