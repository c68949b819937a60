// Checks the client's request limit, after authentication, so that nobody can use up the limit of another client. If
// the limit cannot be read, the request is allowed: no limit is better than no service.

import type { Core } from '../access/deps.ts';
import { refuse } from '../base/errors.ts';
import type { ApiEvent } from './api-event.ts';
import { aboutRequest } from './log-request.ts';

export function limitClient(deps: Core) {
  return async function limitClient({ event }: { event: ApiEvent }): Promise<void> {
    await countRequests(deps, event, 1);
  };
}

/** Counts several requests of the caller, before the call does anything. For a call that does the work of several. */
export async function countRequests(deps: Core, event: ApiEvent, requests: number): Promise<void> {
  const clientId = event.caller?.clientId ?? refuse('unauthorized');
  const { passes, fields, fault } = await deps.limits.take(clientId, requests);
  event.limitFields = fields;
  if (fault) deps.log.error('rate limit of a client not read', { ...aboutRequest(event), clientId }, fault);
  if (!passes) refuse('too_many_requests');
}
