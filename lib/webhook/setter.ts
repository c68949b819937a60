// Decides whether the client that set a webhook's address may still receive the webhook's events. The conditions are
// those of the client's own calls, and the WEBHOOK permission.

import { type Client, isAdmitted } from '../access/client.ts';
import { hasPermissions, hasPolicy, type Policy } from '../account/policy.ts';
import type { Registration } from './webhook.ts';

/** The client that set the address and its current policy, without secrets. */
export type SetterRights = {
  client?: Pick<Client, 'companyId' | 'userId' | 'active' | 'frozenAt'> | undefined;
  policy?: Policy | undefined;
};

/**
 * Returns whether the client may receive the events. A webhook that was registered before its client was stored stays
 * active, because there is no client to check.
 */
export function mayHear(
  { setBy, companyId }: Pick<Registration, 'setBy' | 'companyId'>,
  { client, policy }: SetterRights,
): boolean {
  if (!setBy) return true;
  const { userId } = setBy;
  const isIts = client?.companyId === companyId && client.userId === userId;
  return (
    isIts &&
    isAdmitted(client) &&
    hasPolicy({ companyId, userId }, policy) &&
    hasPermissions(policy, ['WEBHOOK'])
  );
}

export function isSameSetter(one: Registration['setBy'], other: Registration['setBy']): boolean {
  return one?.clientId === other?.clientId && one?.userId === other?.userId;
}
