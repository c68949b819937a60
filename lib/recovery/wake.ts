// Chooses the payments that are sent to the workers before they are due: because their PSP answers again after a silence,
// or, while it does not answer, because one of them may try it.

import { accountKey } from '../base/account-ref.ts';
import { addSeconds } from '../base/time.ts';
import { lastAskedAt } from '../cashout/asked-words.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { OpenCashout } from '../cashout/open-cashout-store.ts';
import type { WithPspRows } from '../network/deps.ts';
import { learnedBy, wakesAt } from '../network/silence.ts';
import { messageSecondsMax, waitSecondsMax } from '../payout/retry-later.ts';
import type { Base } from '../platform/deps.ts';
import { choose } from './resume-rows.ts';

/** `until`: rows that are due by then may be woken (ISO, UTC). */
export type Waking = {
  until: string;
  choose: (rows: readonly OpenCashout[]) => OpenCashout[];
  /** Returns whether a payment waits for such a PSP. */
  isWoken: (row: Cashout) => boolean;
};

/**
 * Returns what is woken now; undefined if no PSP is, or was lately, silent.
 * @param most maximum number of payments
 */
export async function wakingOf(deps: Base & WithPspRows, most: number): Promise<Waking | undefined> {
  const { config, pspRows } = deps;
  const now = deps.now();
  const askedBefore = new Map<string, string>();
  let count = 0;
  for (const place of new Set([config.PAYOUT_NETWORK, ...config.PSPS.map(({ name }) => name)])) {
    const known = await pspRows.get(place, now);
    const wakes = wakesAt(known, now, most);
    if (wakes === 0) continue;
    const { silentSince, heard } = known;
    askedBefore.set(place, silentSince === undefined && heard ? learnedBy(heard) : now.toISOString());
    count += wakes;
  }
  if (count === 0) return undefined;
  // A payment that is due sooner may have a message of its own.
  const from = addSeconds(now, messageSecondsMax + config.RESUME_AFTER_SECONDS);
  return {
    until: addSeconds(now, waitSecondsMax),
    choose: (rows) =>
      choose(
        deps,
        rows.filter(({ status, dueAt }) => status === 'PROCESSING' && dueAt > from),
        ({ account }) => accountKey(account),
        Math.min(count, most),
      ),
    isWoken(row) {
      const before = askedBefore.get(row.sentTo ?? config.PAYOUT_NETWORK);
      const asked = lastAskedAt(row);
      return row.status === 'PROCESSING' && before !== undefined && asked !== undefined && asked < before;
    },
  };
}
