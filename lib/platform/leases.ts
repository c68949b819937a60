// Leases: a row has one slot or several, and each has one holder, for a while at most. A holder that dies gives its slot back
// by the end of its time. A lease saves work that would be done twice; no write relies on it.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, change } from './expression.ts';
import { conditionFailed, type Database, type Key, type Row } from './table.ts';

/** One slot, held until it is given back or its time is over. */
export type Lease = { key: Key; slot: number; holder: string };

type Terms = {
  /** Milliseconds until an unreturned slot is anybody's. */
  leaseMs: number;
  slots?: number;
  table?: string;
};

const until = (slot: number) => `until${slot}`;
const holderOf = (slot: number) => `holder${slot}`;

export function makeLeases(db: Database, { leaseMs, slots = 1, table = db.config.ACCOUNTS_TABLE }: Terms) {
  /** @returns the row that broke the condition, if one did */
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

  const ifHeld = ({ slot, holder }: Lease) => ({
    when: `#${holderOf(slot)} = :holder`,
    values: { holder },
  });

  return {
    /** @returns undefined while others hold every slot */
    async take(key: Key): Promise<Lease | undefined> {
      const [holder, now] = [db.token(), db.now().getTime()];
      const first = slots > 1 ? Math.floor(db.fraction() * slots) : 0;
      let left = Array.from({ length: slots }, (_, index) => (first + index) % slots);
      for (let slot = left[0]; slot !== undefined; slot = left[0]) {
        const row = await write(key, {
          set: { [holderOf(slot)]: holder, [until(slot)]: now + leaseMs },
          when: `attribute_not_exists(#${until(slot)}) OR #${until(slot)} < :now`,
          values: { now },
        });
        if (!row) return { key, slot, holder };
        left = left.slice(1).filter((one) => Number(row[until(one)] ?? 0) < now);
      }
      return undefined;
    },

    /** Holds it for another lease. @returns false if somebody else has it by now */
    async keep(lease: Lease): Promise<boolean> {
      const set = { [until(lease.slot)]: db.now().getTime() + leaseMs };
      return (await write(lease.key, { set, ...ifHeld(lease) })) === undefined;
    },

    /** Changes nothing if somebody else has it by now. */
    async give(lease: Lease): Promise<void> {
      await write(lease.key, { remove: [until(lease.slot)], ...ifHeld(lease) });
    },
  };
}
