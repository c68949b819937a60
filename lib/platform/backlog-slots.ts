// How many containers work on the backlog of one account at a time. More of them would wait for each other at its balance, and
// would be missing where another account's payout waits. A slot is a lease: without an answer the container goes ahead.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { backlogKey } from './keys.ts';
import { makeLeases } from './leases.ts';
import type { Database } from './table.ts';

/** So many ids of an account in one batch are part of a backlog. */
const backlog = 20;
/** Of an account: a quarter of the workers. It pays no faster with more, unless its payments are slow. */
export const slotsMax = 12;
/** Longer than the worker's time-out, so that no batch outlasts it. */
const leaseMs = 40_000;

export type GiveBack = () => Promise<void>;
type Batch = { account: AccountRef; ids: number; waiting: ((giveBack: GiveBack | undefined) => void)[] };

export type BacklogSlots = ReturnType<typeof makeBacklogSlots>;

export function makeBacklogSlots(db: Database) {
  const leases = makeLeases(db, { leaseMs, slots: slotsMax });
  let asked = new Map<string, Batch>();

  /** Those that ask before the event loop goes on are the messages of one batch, and share a slot. */
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
    // One that is not given back ends by itself.
    return lease && (() => leases.give(lease).catch(() => {}));
  }

  /**
   * Asks for a slot for a message of an account. Without a backlog it costs no call.
   * @returns what to do when the message is done; undefined while enough others work on the account
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
