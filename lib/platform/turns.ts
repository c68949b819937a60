// Turns at a row that many writers want, such as the balance of an account with a backlog. In one container its
// writes go one after the other. Of several containers, each first takes the row's turn, a small row beside it, so
// that their transactions do not cancel each other. A turn is advice: no write is less safe without it.

import { type Lease, makeLeases } from './leases.ts';
import type { Database, Key } from './table.ts';

/** So many that wait at once are a backlog: other containers have their part of it. */
const backlog = 20;
/** How long a row stays busy after a backlog, or after a write of it met another container's. */
const busyMs = 2_000;
/** A container gives its turn away after this time, even if more waits. */
const keepMs = 100;
/** After this time a turn that was not given back (a crash, a lost answer) is anybody's. */
const leaseMs = 1_000;
/** So often a turn is asked for at short intervals. */
const soonAttempts = 8;
const soonMs = 100;

/** `patienceMs`: after this time a write goes ahead without a turn. `lateMs`: who waits for long asks at most so rarely. */
type Waiting = { patienceMs: number; lateMs: number };
const usual: Waiting = { patienceMs: 3_000, lateMs: soonMs };

type Row = {
  /** Ends with the last write that waits or is under way. */
  last: Promise<void>;
  waiting: number;
  turn?: { lease: Lease; takenAt: number };
};

export type Turns = ReturnType<typeof makeTurns>;

/** @param keyOf the row's turn, in the table of accounts */
export function makeTurns(
  db: Database,
  keyOf: (row: string) => Key,
  { patienceMs, lateMs }: Waiting = usual,
) {
  const leases = makeLeases(db, { leaseMs });
  const rows = new Map<string, Row>();
  /** Until when rows stay busy; the soonest first. */
  const busy = new Map<string, number>();
  const time = () => db.now().getTime();
  const isHeld = ({ turn }: Row) => turn !== undefined && time() - turn.takenAt < leaseMs;

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
   * Runs a write when it is its turn. A quiet row's goes ahead at once, at no cost.
   * @param size how many wait for the row in the caller's queue; if some are left after the write, it comes again
   * @param write returns whether another container's write kept it out
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
      // A turn is advice: without an answer the write goes ahead.
      if (lease === 'unknown') return;
      if (lease) {
        row.turn = { lease, takenAt: time() };
        return;
      }
      // Each question is a write of the row, so many that wait for long must not ask often.
      const late = soonMs * 2 ** (attempt - soonAttempts + 1);
      const most = attempt < soonAttempts ? soonMs : Math.min(lateMs, late);
      await db.pause(5 + db.fraction() * Math.min(most, 20 * 2 ** attempt));
    }
  }

  /** The turn goes to another container when nothing waits here, or when it has been kept for long. */
  async function leave(name: string, row: Row, size: number): Promise<void> {
    row.waiting -= 1;
    const { turn } = row;
    const isOver = row.waiting + size === 0 || (turn && time() - turn.takenAt > keepMs);
    if (row.waiting + size === 0) rows.delete(name);
    if (!turn || !isOver) return;
    delete row.turn;
    // It is anybody's soon.
    await leases.give(turn.lease).catch(() => {});
  }
}
