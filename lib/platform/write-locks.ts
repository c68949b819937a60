// Implements advisory locks for rows with many writers, such as the balance of an account with a backlog. In one
// container, the writes of a row run one after the other. If several containers write the row, each container first
// takes the row's lock, a small separate row, so that their transactions do not conflict. A lock only improves speed:
// writes are equally safe without it.

import { type Lease, makeLeases } from './leases.ts';
import type { Database, Key } from './table.ts';

/**
 * At least this number of waiting writes counts as a backlog. In a backlog, other containers probably have waiting
 * writes too.
 */
const backlog = 20;
/** Time that a row counts as busy after a backlog, or after a conflict with another container (ms). */
const busyMs = 2_000;
/** Time after which a container gives its lock to another container, even if more writes wait here (ms). */
const keepMs = 100;
/** Time after which a lock that was not given back is free, for example after a crash or a lost answer (ms). */
const leaseMs = 1_000;
/** Number of requests for a lock at short intervals, before the intervals grow. */
const soonAttempts = 8;
const soonMs = 100;

/**
 * Limits of waiting. `patienceMs`: time after which a write proceeds without a lock. `lateMs`: longest interval between
 * requests.
 */
type Waiting = { patienceMs: number; lateMs: number };
const usual: Waiting = { patienceMs: 3_000, lateMs: soonMs };

type Row = {
  /** Promise that settles after the last write that waits or runs. */
  last: Promise<void>;
  waiting: number;
  lock?: { lease: Lease; takenAt: number };
};

export type WriteLocks = ReturnType<typeof makeWriteLocks>;

/**
 * Makes the locks.
 * @param keyOf returns the key of a row's lock, in the accounts table
 */
export function makeWriteLocks(
  db: Database,
  keyOf: (row: string) => Key,
  { patienceMs, lateMs }: Waiting = usual,
) {
  const leases = makeLeases(db, { leaseMs });
  const rows = new Map<string, Row>();
  /** Busy rows with the time at which they stop being busy, earliest first. */
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
   * Runs a write when it has the row's lock. A write of a row that is not busy runs at once and needs no lock.
   * @param size number of items that wait for the row in the caller's queue; if items are left, the function is called
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
      // Without an answer about the lock the write proceeds, because a lock only improves speed.
      if (lease === 'unknown') return;
      if (lease) {
        row.lock = { lease, takenAt: time() };
        return;
      }
      // Each request for a lock is a write of the row, so callers that wait long must make fewer requests.
      const late = soonMs * 2 ** (attempt - soonAttempts + 1);
      const most = attempt < soonAttempts ? soonMs : Math.min(lateMs, late);
      await db.pause(5 + db.fraction() * Math.min(most, 20 * 2 ** attempt));
    }
  }

  /** Gives the lock to another container if no write waits here, or if the lock was kept for long. */
  async function leave(name: string, row: Row, size: number): Promise<void> {
    row.waiting -= 1;
    const { lock } = row;
    const isOver = row.waiting + size === 0 || (lock && time() - lock.takenAt > keepMs);
    if (row.waiting + size === 0) rows.delete(name);
    if (!lock || !isOver) return;
    delete row.lock;
    // An error is ignored, because the lock expires soon.
    await leases.give(lock.lease).catch(() => {});
  }
}
