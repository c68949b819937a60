// Checks that a client gets a token, and may read with it. This moves no money, so it is also for production.

import assert from 'node:assert/strict';
import { type Credentials, makeClient } from '../../local/client.ts';
import type { Check } from './public.ts';

export async function checkToken(given: Omit<Credentials, 'hmac_secret'>, check: Check): Promise<void> {
  const client = makeClient({ ...given, hmac_secret: '' });
  await check('client credentials get a token', async () => {
    await client.bearer();
  });
  await check('the token reads the accounts of the client', async () => {
    const { status, body } = await client.get<{ worked?: boolean }>('/v3/accounts');
    assert.equal(status, 200, JSON.stringify(body));
  });
}
