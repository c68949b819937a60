// Advisory locks for rows with many writers, such as the balance of an account with a backlog. In one container the
// writes of a row run one after the other. With several containers, each first takes the row's lock, a small separate
// row, so that their transactions do not conflict. A lock only improves speed: writes are equally safe without it.

import { type Lease, makeLeases } from './leases.ts';
import type { Database, Key } from './table.ts';

/** This number of waiting writes is a backlog; then other containers probably have some too. */
const backlog = 20;
/** How long a row counts as busy after a backlog, or after a conflict with another container (ms). */
const busyMs = 2_000;
/** A container gives its lock away after this time, even if more writes wait (ms). */
const keepMs = 100;
/** A lock that was not given back (a crash, a lost answer) is free after this time (ms). */
const leaseMs = 1_000;
/** Number of requests for a lock at short intervals. */
const soonAttempts = 8;
const soonMs = 100;

/** `patienceMs`: after this time a write proceeds without a lock. `lateMs`: the longest interval between requests. */
type Waiting = { patienceMs: number; lateMs: number };
const usual: Waiting = { patienceMs: 3_000, lateMs: soonMs };

type Row = {
  /** Settles after the last write that waits or runs. */
  last: Promise<void>;
  waiting: number;
  lock?: { lease: Lease; takenAt: number };
};

export type WriteLocks = ReturnType<typeof makeWriteLocks>;

/** @param keyOf returns the key of the row's lock, in the table of accounts */
export function makeWriteLocks(
  db: Database,
  keyOf: (row: string) => Key,
  { patienceMs, lateMs }: Waiting = usual,
) {
  const leases = makeLeases(db, { leaseMs });
  const rows = new Map<string, Row>();
  /** End times of busy rows, earliest first. */
  const busy = new Map<string, number>();
  const time = () => db.now().getTime();
  const isHeld = ({ lock }: Row) => lock !== undefined && time() - lock.takenAt < leaseMs;

  function markBusy(name: string): void {
    busy.delete(name);
    busy.set(name, time() + busyMs);
  }

  function isBusy(name: string): boolean {
    for (const [one, until] of busy) {
      if (until > time()) break;
      busy.delete(one);
    }
    return busy.has(name);
  }

  /**
   * Runs a write when it has the lock. For a quiet row it runs at once, without cost.
   * @param size how many items wait for the row in the caller's queue; if some are left after the write, it is called
   * again
   * @param write returns whether it conflicted with another container's write
   */
  return (name: string, size: () => number, write: () => Promise<boolean>): Promise<boolean> => {
    const row = rows.get(name) ?? { last: Promise.resolve(), waiting: 0 };
    rows.set(name, row);
    row.waiting += 1;
    const result = row.last.then(() => go(name, row, size, write));
    row.last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  };

  async function go(name: string, row: Row, size: () => number, write: () => Promise<boolean>) {
    try {
      if (size() >= backlog) markBusy(name);
      if (isBusy(name) && !isHeld(row)) await wait(name, row);
      const keptOut = await write();
      if (keptOut) markBusy(name);
      return keptOut;
    } finally {
      await leave(name, row, size());
    }
  }

  async function wait(name: string, row: Row): Promise<void> {
    const from = time();
    for (let attempt = 0; time() - from < patienceMs; attempt++) {
      const lease = await leases.take(keyOf(name)).catch(() => 'unknown' as const);
      // A lock only improves speed, so without an answer the write proceeds.
      if (lease === 'unknown') return;
      if (lease) {
        row.lock = { lease, takenAt: time() };
        return;
      }
      // Each request is a write of the row, so callers that wait for long must not repeat it often.
      const late = soonMs * 2 ** (attempt - soonAttempts + 1);
      const most = attempt < soonAttempts ? soonMs : Math.min(lateMs, late);
      await db.pause(5 + db.fraction() * Math.min(most, 20 * 2 ** attempt));
    }
  }

  /** Gives the lock to another container if nothing waits here, or if it was kept for long. */
  async function leave(name: string, row: Row, size: number): Promise<void> {
    row.waiting -= 1;
    const { lock } = row;
    const isOver = row.waiting + size === 0 || (lock && time() - lock.takenAt > keepMs);
    if (row.waiting + size === 0) rows.delete(name);
    if (!lock || !isOver) return;
    delete row.lock;
    // If this fails, the lock expires soon.
    await leases.give(lock.lease).catch(() => {});
  }
}
