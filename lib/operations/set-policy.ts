// What a client may do on an account. Policies are read with every request, so a change counts at once.

import type { Policy } from '../access.ts';
import { accountIdOf } from '../audit.ts';
import type { AccountRef } from '../cashout.ts';
import type { Core } from '../deps.ts';
import { refuse } from '../errors.ts';

export async function setPolicy(
  deps: Core,
  clientId: string,
  ref: AccountRef,
  permissions: Policy['permissions'],
) {
  const [client, account] = await Promise.all([deps.clients.get(clientId), deps.accounts.get(ref)]);
  if (!client) refuse('client_not_found');
  if (!account) refuse('account_not_found');
  if (account.companyId !== client.companyId) refuse('account_of_another_company');
  const { userId, companyId } = client;
  const policy = { userId, companyId, ...ref, permissions, active: true };
  // A freeze finds its accounts by the client's policies: none may come while it is frozen.
  if (!(await deps.tenants.setPolicy(policy, clientId))) refuse('client_not_active');
  return { client_id: clientId, account: accountIdOf(ref), permissions };
}

export async function endPolicy(deps: Core, clientId: string, ref: AccountRef) {
  const client = await deps.clients.get(clientId);
  if (!client) refuse('client_not_found');
  if (!(await deps.tenants.endPolicy(client.userId, ref))) refuse('policy_not_found');
  return { client_id: clientId, account: accountIdOf(ref), message: 'Policy ended' };
}
