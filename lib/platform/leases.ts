// Implements leases. A row has one or more slots, and each slot has one holder for a limited time. If a holder crashes,
// its slot becomes free after that time. A lease only avoids duplicate work: every write must also be correct without a
// lease.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, change } from './expression.ts';
import { conditionFailed, type Database, type Key, type Row } from './table.ts';

/** One slot, held until the holder gives it back or the lease expires. */
export type Lease = { key: Key; slot: number; holder: string };

type Terms = {
  /** Time in milliseconds after which a slot that was not given back is free. */
  leaseMs: number;
  slots?: number;
  table?: string;
  /** Seconds after which the table may delete the row. If absent, the row is kept. */
  keptSeconds?: number;
};

const until = (slot: number) => `until${slot}`;
const holderOf = (slot: number) => `holder${slot}`;

export function makeLeases(
  db: Database,
  { leaseMs, slots = 1, table = db.config.ACCOUNTS_TABLE, keptSeconds }: Terms,
) {
  /**
   * Writes a row under a condition.
   * @returns the row that failed the condition, if any
   */
  async function write(key: Key, changes: Change): Promise<Row | undefined> {
    try {
      await db.client.send(new UpdateCommand({ TableName: table, Key: key, ...change(changes) }));
      return undefined;
    } catch (error) {
      const failed = conditionFailed(error);
      if (!failed) throw error;
      return failed.row ?? {};
    }
  }

  const expiry = (now: number) =>
    keptSeconds === undefined ? {} : { expiresAt: Math.floor(now / 1_000) + keptSeconds };

  const ifHeld = ({ slot, holder }: Lease) => ({
    when: `#${holderOf(slot)} = :holder`,
    values: { holder },
  });

  /**
   * Takes a slot.
   * @returns the lease; if all slots are held, the time at which the first of them becomes free (ms since 1970)
   */
  async function takeOrTell(key: Key): Promise<Lease | { freeAt: number }> {
    const [holder, now] = [db.token(), db.now().getTime()];
    let freeAt = now;
    const first = slots > 1 ? Math.floor(db.fraction() * slots) : 0;
    let left = Array.from({ length: slots }, (_, index) => (first + index) % slots);
    for (let slot = left[0]; slot !== undefined; slot = left[0]) {
      const row = await write(key, {
        set: { [holderOf(slot)]: holder, [until(slot)]: now + leaseMs, ...expiry(now) },
        when: `attribute_not_exists(#${until(slot)}) OR #${until(slot)} < :now`,
        values: { now },
      });
      if (!row) return { key, slot, holder };
      freeAt = Math.min(...Array.from({ length: slots }, (_, one) => Number(row[until(one)] ?? now)));
      left = left.slice(1).filter((one) => Number(row[until(one)] ?? 0) < now);
    }
    return { freeAt };
  }

  return {
    takeOrTell,

    /**
     * Takes a slot.
     * @returns undefined while all slots are held
     */
    async take(key: Key): Promise<Lease | undefined> {
      const taken = await takeOrTell(key);
      return 'holder' in taken ? taken : undefined;
    },

    /**
     * Extends a lease, so that its full duration starts again now.
     * @returns false if another holder has the slot now
     */
    async keep(lease: Lease): Promise<boolean> {
      const set = { [until(lease.slot)]: db.now().getTime() + leaseMs };
      return (await write(lease.key, { set, ...ifHeld(lease) })) === undefined;
    },

    /** Gives the slot back. Changes nothing if another holder has the slot now. */
    async give(lease: Lease): Promise<void> {
      await write(lease.key, { remove: [until(lease.slot)], ...ifHeld(lease) });
    },
  };
}
