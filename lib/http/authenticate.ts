// Finds the caller of a request by the bearer token. Every error of the token is a 401. A client that is unknown,
// closed, frozen or of another company gets the same answer as a forged token. If a table cannot be reached, the answer
// is a 503.

import { isAdmitted } from '../access/client.ts';
import type { WithAccess } from '../access/deps.ts';
import { expiredToken, noToken, wrongAudience, wrongToken } from '../access/lacking.ts';
import type { Audience } from '../access/tokens.ts';
import { refuseSaying } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { ApiEvent } from './api-event.ts';

const tokenMax = 4_096;

export function authenticate(deps: Base & WithAccess, audience: Audience | undefined) {
  return async function authenticate({ event }: { event: ApiEvent }): Promise<void> {
    const { authorization = '' } = event.headers;
    const [, token] = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? [];
    if (!/^Bearer +\S/i.test(authorization)) refuseSaying('unauthorized', noToken);
    if (!token || token.length > tokenMax) refuseSaying('unauthorized', wrongToken);
    const caller = await deps.tokens.verify(token, deps.now());
    if (caller === 'expired') refuseSaying('unauthorized', expiredToken);
    if (!caller) refuseSaying('unauthorized', wrongToken);
    if (audience && caller.audience !== audience)
      refuseSaying('unauthorized', wrongAudience(caller.audience, audience));
    const client = await deps.clients.getCached(caller);
    if (!client || !isAdmitted(client)) refuseSaying('unauthorized', wrongToken);
    const isCallers = client.companyId === caller.companyId && client.userId === caller.userId;
    if (!isCallers) refuseSaying('unauthorized', wrongToken);
    event.caller = { ...caller, userName: client.userName };
    event.client = client;
  };
}
