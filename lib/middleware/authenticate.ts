// Bearer token to caller. Every fault of the token is the same 401; an unreachable table is not (it is a 503).

import { isAdmitted } from '../client.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';
import type { Audience } from '../tokens.ts';
import type { ApiEvent } from './api.ts';

const tokenMax = 4_096;

export function authenticate(deps: Core, audience: Audience | undefined) {
  return async function authenticate({ event }: { event: ApiEvent }): Promise<void> {
    const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(event.headers.authorization ?? '') ?? [];
    if (!token || token.length > tokenMax) refuse('unauthorized');
    const caller = await deps.tokens.verify(token, deps.now());
    if (!caller) refuse('unauthorized');
    if (audience && caller.audience !== audience) refuse('unauthorized');
    const client = await deps.clients.getCached(caller.clientId, caller.companyId);
    if (!client || !isAdmitted(client)) refuse('unauthorized');
    const isCallers = client.companyId === caller.companyId && client.userId === caller.userId;
    if (!isCallers) refuse('unauthorized');
    event.caller = caller;
    event.client = client;
  };
}
