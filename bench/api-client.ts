// Uses the integrator's own client (local/client.ts), including its signatures. The requests go directly to the
// handlers.

import { createHmac } from 'node:crypto';
import type { Deps } from '../lib/app/deps.ts';
import { type Client, makeClient } from '../local/client.ts';
import type { Stage, Tenant } from './stage.ts';

/**
 * Opens a client that already has a token.
 * @param deps the handlers' dependencies
 */
export async function openClient(stage: Stage, tenant: Tenant, deps: Deps): Promise<Client> {
  // This is the signature of an empty body. The client needs it because lists of webhooks are signed too.
  const hmac = createHmac('sha256', tenant.hmac_secret).update('').digest('hex');
  const client = makeClient(
    { ...tenant, base_url: 'https://api.example.com' },
    async (address, { body, ...init }) => {
      const { pathname, search } = new URL(address);
      const { method = 'GET' } = init;
      const headers = { hmac, ...(init.headers as Record<string, string>) };
      const call = { method, path: pathname + search, headers };
      const answer = await stage.send(body ? { ...call, body: String(body) } : call, deps);
      return Response.json(answer.body, { status: answer.status, headers: answer.headers });
    },
  );
  await client.bearer();
  return client;
}
