// Checks the client's request limit. This happens after authentication, so that nobody can use up the limit of another
// client. If the limit cannot be read, the request is allowed, because no limit is better than no service.

import type { WithAccess } from '../access/deps.ts';
import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { ApiEvent } from './api-event.ts';
import { aboutRequest } from './log-request.ts';

export function limitClient(deps: Base & WithAccess) {
  return async function limitClient({ event }: { event: ApiEvent }): Promise<void> {
    await countRequests(deps, event, 1);
  };
}

/**
 * Counts several requests of the caller, before a call does anything. It is for calls that do the work of several
 * requests.
 */
export async function countRequests(
  deps: Base & WithAccess,
  event: ApiEvent,
  requests: number,
): Promise<void> {
  const clientId = event.caller?.clientId ?? refuse('unauthorized');
  const { passes, fields, fault } = await deps.limits.take(clientId, requests);
  event.limitFields = fields;
  if (fault) deps.log.error('rate limit of a client not read', { ...aboutRequest(event), clientId }, fault);
  if (!passes) refuse('too_many_requests');
}
