// Limits how many containers work on one account's backlog at a time. More containers would wait for each other at the
// account's balance, and would not be available for other accounts. A slot is a lease. If the request for the lease
// fails, the container works without a slot.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { backlogKey } from './keys.ts';
import { makeLeases } from './leases.ts';
import type { Database } from './table.ts';

/** A batch with at least this number of ids of one account counts as a backlog. */
const backlog = 20;
/** Slots per account: a quarter of the workers. More slots would only help if the account's payments are slow. */
export const slotsMax = 12;
/** Duration of a slot's lease (ms). The worker's timeout is shorter, so a batch ends before its lease. */
const leaseMs = 40_000;

export type GiveBack = () => Promise<void>;
type Batch = { account: AccountRef; ids: number; waiting: ((giveBack: GiveBack | undefined) => void)[] };

export type BacklogSlots = ReturnType<typeof makeBacklogSlots>;

export function makeBacklogSlots(db: Database) {
  const leases = makeLeases(db, { leaseMs, slots: slotsMax });
  let asked = new Map<string, Batch>();

  /**
   * Takes one slot for each account with a backlog. The slot serves all calls for the account that were made before the
   * event loop continues. These calls come from the messages of one batch.
   */
  async function takeAll(): Promise<void> {
    const batches = [...asked.values()];
    asked = new Map();
    await Promise.all(batches.map(share));
  }

  async function share({ account, ids, waiting }: Batch): Promise<void> {
    const giveBack = ids < backlog ? async () => {} : await take(account);
    let working = waiting.length;
    const leave = async () => {
      working -= 1;
      if (working === 0) await giveBack?.();
    };
    for (const tell of waiting) tell(giveBack && leave);
  }

  async function take(account: AccountRef): Promise<GiveBack | undefined> {
    const lease = await leases.take(backlogKey(accountKey(account))).catch(() => 'unknown' as const);
    if (lease === 'unknown') return async () => {};
    // An error is ignored, because a slot that is not given back expires.
    return lease && (() => leases.give(lease).catch(() => {}));
  }

  /**
   * Requests a slot for a message of an account. If the account has no backlog, no call is made.
   * @returns the function to call when the message is done; undefined while all slots are taken
   */
  return (account: AccountRef, ids: number): Promise<GiveBack | undefined> =>
    new Promise((tell) => {
      if (asked.size === 0) process.nextTick(takeAll);
      const name = accountKey(account);
      const batch = asked.get(name) ?? { account, ids: 0, waiting: [] };
      batch.ids += ids;
      batch.waiting.push(tell);
      asked.set(name, batch);
    });
}
