// Seats at an account: how many containers work on its backlog at the same time. More of them would only wait for each
// other at its balance, and would be missing where another account's payout waits. A seat is advice, as a turn is.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { seatKey } from './keys.ts';
import { makeLeaseRows } from './lease-row.ts';
import type { Database } from './table.ts';

/** So many ids of an account in one batch are part of a backlog. */
const backlog = 20;
/** At an account: a quarter of the workers. It pays no faster with more, unless its payments are slow. */
export const seatsMax = 12;
/** How many seats a container tries before it gives up. */
const triesMax = 2;
/** Longer than the worker's time-out: no batch sits longer. */
const leaseMs = 40_000;

export type Leave = () => Promise<void>;
type Party = { account: AccountRef; size: number; guests: ((leave: Leave | undefined) => void)[] };

export type Seats = ReturnType<typeof makeSeats>;

export function makeSeats(db: Database) {
  const rows = makeLeaseRows(db, leaseMs);
  let asked = new Map<string, Party>();

  /** Those who ask before the event loop goes on, the messages of a batch, sit together. */
  async function seatAll(): Promise<void> {
    const parties = [...asked.values()];
    asked = new Map();
    await Promise.all(parties.map(seat));
  }

  async function seat({ account, size, guests }: Party): Promise<void> {
    const leave = size < backlog ? async () => {} : await take(account);
    let sitting = guests.length;
    for (const tell of guests)
      tell(
        leave &&
          (async () => {
            sitting -= 1;
            if (sitting === 0) await leave();
          }),
      );
  }

  /** @returns undefined if the seats it tried are taken */
  async function take(account: AccountRef): Promise<Leave | undefined> {
    const holder = db.token();
    const first = Math.floor(db.fraction() * seatsMax);
    for (let attempt = 0; attempt < triesMax; attempt++) {
      const key = seatKey(accountKey(account), (first + attempt) % seatsMax);
      const taken = await rows.take(key, holder);
      if (taken === 'unknown') return async () => {};
      if (taken === 'taken') return () => rows.give(key, holder);
    }
    return undefined;
  }

  /**
   * Asks for a seat for a message of an account. Without a backlog it costs no call.
   * @returns what to do when the message is done; undefined if enough others work on the account
   */
  return (account: AccountRef, ids: number): Promise<Leave | undefined> =>
    new Promise((tell) => {
      if (asked.size === 0) process.nextTick(seatAll);
      const name = accountKey(account);
      const party = asked.get(name) ?? { account, size: 0, guests: [] };
      party.size += ids;
      party.guests.push(tell);
      asked.set(name, party);
    });
}
