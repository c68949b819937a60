// Computes the effect of a posting on one account: the required funds, the reason for a refusal, and the condition of
// the write.

import type { Account } from '../account/account.ts';
import type { AccountRef } from '../base/account-ref.ts';
import type { EntryDraft } from './entry.ts';

/** One entry of a posting, with its account. */
export type Leg = {
  account: AccountRef;
  entry: EntryDraft;
  /**
   * The change of `available` and of `held`, in sum by the entry's amount. A debit of `availableCents` needs that amount to be
   * available.
   */
  add: { availableCents: number; heldCents?: number } | { heldCents: number };
  /** Marks a credit that a closed account accepts too, because the money is the account's own and returns to it. */
  intoClosed?: true;
};

/**
 * Returns whether a debit already happened in the network. Such a debit needs no funds, and no other posting may lower
 * `available` below zero.
 */
export const isImposed = ({ entry }: Leg) => entry.imposed === true;

/** Returns whether a leg is the debit of a refund, which takes the money that was held for the refund. */
export const isRefund = (leg: Leg) => leg.entry.type === 'PIX_CHARGEBACK' && !isImposed(leg);

/**
 * Returns the cents that must be available. A debit of held money needs no available money, because the hold already
 * took it.
 */
function neededCents(part: readonly Leg[]): number {
  const asked = part.filter((leg) => !isImposed(leg));
  return Math.max(0, -sumOf(asked, 'availableCents'));
}

export function sumOf(part: readonly Leg[], half: 'availableCents' | 'heldCents'): number {
  return part.reduce((sum, { add }) => sum + ((add as Record<string, number>)[half] ?? 0), 0);
}

/**
 * Returns whether the account must be open. Held money may leave a closed account, and the account's own money may
 * return.
 */
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
  // A posting that needs no funds is allowed even if the balance is below zero.
  return needed > 0 && balance.availableCents < needed ? 'insufficient_funds' : undefined;
}

/**
 * Builds the condition of the balance's write: nothing was posted since the balance was read. If the posting needs an
 * open account or funds, these are conditions too.
 */
export function conditionOf(part: readonly Leg[], { seq: read, availableCents }: Account) {
  const needed = neededCents(part);
  const imposed = part.some(isImposed) ? -sumOf(part, 'availableCents') : undefined;
  const isEnough = imposed !== undefined && imposed <= availableCents;
  const conditions = ['#seq = :read'];
  // The exact balance is only required if the debit overdraws the account, because an overdraft is reported with its
  // amount. Otherwise `>=` is enough, so that frequent new holds cannot block the debit.
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
