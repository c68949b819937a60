// Records how much money each account had available and when. A payout may be refused for lack of money only if there
// was too little.

import { accountKey } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';

/**
 * The longest time in milliseconds from a worker's read of the balance to the write of the cashout's end. In between,
 * the worker may wait up to three seconds for the account's lock.
 */
const judgingMs = 4_000;
/** The clocks of containers differ by a second or two, so this tolerance is enough. */
const skewMs = 10_000;

/** @param now returns the world's time in milliseconds */
export function makeShortage(now: () => number, isCalm: boolean) {
  const seen = new Map<string, { from: number; availableCents: number }[]>();

  return {
    note(account: string, availableCents: number): void {
      const own = seen.get(account) ?? [];
      if (own.at(-1)?.availableCents !== availableCents) own.push({ from: now(), availableCents });
      seen.set(account, own);
    },

    /**
     * Returns whether the account had less than the amount when the payout was judged. In a world with faults, any time
     * since the approval counts.
     */
    couldBe({ account, approvedAt = '', startsAt, endedAt = '', request }: Cashout): boolean {
      const own = seen.get(accountKey(account)) ?? [];
      const since = isCalm ? Date.parse(endedAt) - judgingMs : Date.parse(startsAt ?? approvedAt) - skewMs;
      return own.some(
        ({ availableCents }, index) =>
          availableCents < request.amountCents && (own[index + 1]?.from ?? Number.POSITIVE_INFINITY) >= since,
      );
    },
  };
}
