// Closes a client for good: its tokens and signatures are refused. What it has approved is still paid; freeze it to
// stop that.

import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';

export async function closeClient(deps: Core, clientId: string) {
  if (!(await deps.clients.close(clientId))) refuse('client_not_found');
  return { client_id: clientId, message: 'Client closed' };
}
