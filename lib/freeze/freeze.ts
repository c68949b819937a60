// Defines freezes of cashouts. An account's row lists the names of all its freezes, so one condition on that row
// refuses every hold. A thaw removes only its own name.

import type { AccountRef } from '../base/account-ref.ts';

/**
 * A name on an account's row. It freezes the account, its company, or all cashouts that one user created or approved.
 */
export type Freezer = 'account' | 'company' | `user#${string}`;

/** The target of a freeze. A client acts for one user, so freezing a client freezes that user's cashouts. */
export type FreezeTarget =
  | { kind: 'account'; account: AccountRef }
  | { kind: 'company'; companyId: string }
  | { kind: 'client'; clientId: string };

/** The users who created and approved a cashout. */
type Signed = {
  createdBy: string;
  approvedBy?: string | undefined;
  approvals?: readonly { by: string }[] | undefined;
};

export function userFreezer(userId: string): Freezer {
  return `user#${userId}`;
}

/** Returns all names that stop this cashout if they are on the account's row. */
export function freezersOf({ createdBy, approvedBy = createdBy, approvals = [] }: Signed): Freezer[] {
  const users = new Set([createdBy, approvedBy, ...approvals.map(({ by }) => by)]);
  return ['account', 'company', ...[...users].map(userFreezer)];
}
