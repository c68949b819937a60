// Whether whoever set a webhook's address may hear what is sent there: the rules by which their own calls are let in,
// with the right to webhooks.

import { type Client, isAdmitted } from '../access/client.ts';
import { hasPermissions, hasPolicy, type Policy } from '../account/policy.ts';
import type { Registration } from './webhook.ts';

/** What decides about a setter, as it is now; without secrets. */
export type SetterRights = {
  client?: Pick<Client, 'companyId' | 'userId' | 'active' | 'frozenAt'> | undefined;
  policy?: Policy | undefined;
};

/** Of a webhook that was registered before setters were kept, nobody knows whom to judge: it goes on. */
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
