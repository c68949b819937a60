// What stops payouts. An account's own row names everything that freezes it: one condition on that row then refuses
// every reservation, whoever asks for it, and what is thawed takes away no name but its own.

import type { AccountRef } from '../base/account-ref.ts';

/** Whoever may be frozen: an account itself, its whole company, or what one user created or approved. */
export type Freezer = 'account' | 'company' | `user#${string}`;

/** A client acts for one user, so that a client's payouts are that user's. */
export type FreezeTarget =
  | { kind: 'account'; account: AccountRef }
  | { kind: 'company'; companyId: string }
  | { kind: 'client'; clientId: string };

/** The users who created and approved a cashout. */
type Signed = { createdBy: string; approvedBy?: string | undefined };

export function userFreezer(userId: string): Freezer {
  return `user#${userId}`;
}

/** Every name that stops a cashout when it stands on the cashout's account. */
export function freezersOf({ createdBy, approvedBy }: Signed): Freezer[] {
  const users = new Set([createdBy, approvedBy ?? createdBy]);
  return ['account', 'company', ...[...users].map(userFreezer)];
}
