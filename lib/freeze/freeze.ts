// Freezing cashouts. An account's row lists the names of everything that freezes it, so one condition on that
// row refuses every reservation. A thaw removes only its own name.

import type { AccountRef } from '../base/account-ref.ts';

/** A name on an account's row: freezes the account, its company, or what one user created or approved. */
export type Freezer = 'account' | 'company' | `user#${string}`;

/** A client acts for one user: to freeze a client is to freeze that user's cashouts. */
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

/** Every name that stops this cashout when it is on the account's row. */
export function freezersOf({ createdBy, approvedBy = createdBy, approvals = [] }: Signed): Freezer[] {
  const users = new Set([createdBy, approvedBy, ...approvals.map(({ by }) => by)]);
  return ['account', 'company', ...[...users].map(userFreezer)];
}
