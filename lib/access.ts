// Who may act on an account. Another company's account, an account without an active policy and an account
// that does not exist are the same: not found.

import type { Account } from './ledger.ts';
import type { Identity } from './tokens.ts';

export type Permission = 'CREATE' | 'APPROVE';

/** What a user may do on one account. Read with the account, so revoking is immediate. */
export type Policy = {
  userId: string;
  companyId: string;
  branch: string;
  number: string;
  permissions: Permission[];
  active: boolean;
};

export function hasPolicy(caller: Identity, policy: Policy | undefined): policy is Policy {
  return policy?.active === true && policy.companyId === caller.companyId && policy.userId === caller.userId;
}

export function isOwnAccount(caller: Identity, account: Account | undefined): account is Account {
  return account?.companyId === caller.companyId;
}

export function hasPermissions(policy: Policy, needed: readonly Permission[]): boolean {
  return needed.every((permission) => policy.permissions.includes(permission));
}
