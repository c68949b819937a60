// Who may act on an account. Three cases get the same "not found": an account of another company, an account without an
// active policy, and an account that does not exist.

import { noPermission } from '../access/lacking.ts';
import {
  type ImpliedPermission,
  impliedPermissions,
  type NamedPermission,
  type Permission,
} from '../access/permission.ts';
import type { Identity } from '../access/tokens.ts';
import { refuseSaying } from '../base/errors.ts';
import type { Account } from './account.ts';

/** What a user may do on one account. It is read together with the account, so a revocation takes effect at once. */
export type Policy = {
  userId: string;
  companyId: string;
  branch: string;
  number: string;
  permissions: NamedPermission[];
  /** Implied permissions that were removed. */
  without?: ImpliedPermission[];
  active: boolean;
};

export function hasPolicy(
  caller: Pick<Identity, 'userId' | 'companyId'>,
  policy: Policy | undefined,
): policy is Policy {
  return policy?.active === true && policy.companyId === caller.companyId && policy.userId === caller.userId;
}

export function isOwnAccount(caller: Identity, account: Account | undefined): account is Account {
  return account?.companyId === caller.companyId;
}

export function hasPermissions(policy: Policy, needed: readonly Permission[]): boolean {
  const rights = rightsOf(policy);
  return needed.every((permission) => rights.includes(permission));
}

/** Whether a user's approval still counts. */
export const mayApprove = (
  user: Pick<Identity, 'userId' | 'companyId'>,
  policy: Policy | undefined,
): boolean => hasPolicy(user, policy) && hasPermissions(policy, ['APPROVE']);

/** Refuses if the policy lacks a permission. A caller without a policy already got "not found". */
export function requirePermissions(policy: Policy, needed: readonly Permission[]): void {
  const missing = needed.filter((permission) => !hasPermissions(policy, [permission]));
  if (missing.length > 0) refuseSaying('unauthorized', noPermission(missing, needed));
}

/** All permissions of a policy, named and implied. */
export function rightsOf({
  permissions,
  without = [],
}: Pick<Policy, 'permissions' | 'without'>): Permission[] {
  return [...permissions, ...impliedPermissions.filter((implied) => !without.includes(implied))];
}
