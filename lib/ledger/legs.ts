// What a posting does to one account, leg by leg: what it needs, why it is refused, and on which condition it is
// written.

import type { Account } from '../account/account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { EntryDraft } from './entry.ts';

/** One entry of a posting. */
export type Leg = {
  account: AccountRef;
  entry: EntryDraft;
  /** The change of the balance's halves: the entry's amount. A debit of `availableCents` needs it there. */
  add: { availableCents: number } | { heldCents: number };
  /** A credit that a closed account accepts too: its own money coming back. */
  intoClosed?: true;
};

/** A debit that has happened in the network. It needs no funds; only it may take `available` below zero. */
export const isImposed = ({ entry }: Leg) => entry.imposed === true;

/** The debit of a refund: what it takes from `held` was held for it. */
export const isRefund = ({ entry }: Leg) => entry.type === 'PIX_CHARGEBACK';

/** Cents that must be available. A debit of held money needs none: the hold took them. */
function neededCents(part: readonly Leg[]): number {
  const asked = part.filter((leg) => !isImposed(leg));
  return Math.max(0, -sumOf(asked, 'availableCents'));
}

export function sumOf(part: readonly Leg[], half: 'availableCents' | 'heldCents'): number {
  return part.reduce((sum, { add }) => sum + ((add as Record<string, number>)[half] ?? 0), 0);
}

/** Whether the account must be open. Held money may leave a closed account; its own money may come back. */
function needsOpen(part: readonly Leg[]): boolean {
  return (
    neededCents(part) > 0 || part.some(({ entry, intoClosed }) => entry.direction === 'CREDIT' && !intoClosed)
  );
}

export function whyRefused(
  part: readonly Leg[],
  balance: Account,
): 'account_closed' | 'insufficient_funds' | undefined {
  if (needsOpen(part) && balance.status !== 'ACTIVE') return 'account_closed';
  const needed = neededCents(part);
  // A posting that needs no funds is never refused for want of them, even with a balance below zero.
  return needed > 0 && balance.availableCents < needed ? 'insufficient_funds' : undefined;
}

/** Nothing was posted since the balance was read; if needed, the account is open and has the funds. */
export function conditionOf(part: readonly Leg[], { seq: read, availableCents }: Account) {
  const needed = neededCents(part);
  const imposed = part.some(isImposed) ? -sumOf(part, 'availableCents') : undefined;
  const isEnough = imposed !== undefined && imposed <= availableCents;
  const conditions = ['#seq = :read'];
  // The exact balance is required only if the debit overdraws it, because that is reported. Otherwise `>=` is
  // enough, so that constant new holds cannot keep the debit out.
  if (imposed !== undefined) conditions.push(`#availableCents ${isEnough ? '>=' : '='} :available`);
  if (needsOpen(part)) conditions.push('#status = :active');
  if (needed > 0) conditions.push('#availableCents >= :needed');
  return {
    when: conditions.join(' AND '),
    values: {
      read,
      ...(imposed === undefined ? {} : { available: isEnough ? imposed : availableCents }),
      ...(needsOpen(part) ? { active: 'ACTIVE' } : {}),
      ...(needed > 0 ? { needed } : {}),
    },
  };
}
