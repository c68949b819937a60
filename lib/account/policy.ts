// Decides who may act on an account. Three cases get the same "not found", so that a caller cannot tell them apart: the
// account belongs to another company, the caller has no active policy on it, or it does not exist.

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

/**
 * The permissions of a user on one account. The policy is read together with the account, so a revocation takes effect
 * at once.
 */
export type Policy = {
  userId: string;
  companyId: string;
  branch: string;
  number: string;
  permissions: NamedPermission[];
  /** Implied permissions that were taken from the user. */
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

/** Returns whether a user may approve on the account, so that the user's approval counts. */
export const mayApprove = (
  user: Pick<Identity, 'userId' | 'companyId'>,
  policy: Policy | undefined,
): boolean => hasPolicy(user, policy) && hasPermissions(policy, ['APPROVE']);

/** Refuses a call if the policy lacks a permission. A caller without a policy was already refused with "not found". */
export function requirePermissions(policy: Policy, needed: readonly Permission[]): void {
  const missing = needed.filter((permission) => !hasPermissions(policy, [permission]));
  if (missing.length > 0) refuseSaying('unauthorized', noPermission(missing, needed));
}

/** Returns all permissions of a policy: those that it names, and the implied ones that were not removed. */
export function rightsOf({
  permissions,
  without = [],
}: Pick<Policy, 'permissions' | 'without'>): Permission[] {
  return [...permissions, ...impliedPermissions.filter((implied) => !without.includes(implied))];
}
