// What each account had available, and when: a payout is refused for want of money only while there was too little.

import { accountKey } from '../../lib/base/account-ref.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';

/** From a worker's look at the balance to the end that it writes: it waits for the account's turn for up to three seconds. */
const judgingMs = 4_000;
/** Clocks of containers differ by a second or two. */
const skewMs = 10_000;

/** @param now milliseconds, as the world has it */
export function makeShortage(now: () => number, isCalm: boolean) {
  const seen = new Map<string, { from: number; availableCents: number }[]>();

  return {
    note(account: string, availableCents: number): void {
      const own = seen.get(account) ?? [];
      if (own.at(-1)?.availableCents !== availableCents) own.push({ from: now(), availableCents });
      seen.set(account, own);
    },

    /** Whether its account had less than its amount when it was judged; with faults, at some time since it was approved. */
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
