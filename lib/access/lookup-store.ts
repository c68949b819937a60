// Each client's budget of look-ups: one row for all containers, written by conditional updates. The highest price is reserved
// before a look-up, and what it did not cost is given back, so that no number of calls at once spends more than there is.

import { refuse } from '../base/errors.ts';
import { remember } from '../base/remember.ts';
import { change } from '../platform/expression.ts';
import { lookupKey } from '../platform/keys.ts';
import type { Database } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';
import {
  type LookupOutcome,
  lookupBounds,
  lookupPriceMax,
  lookupPrices,
  lookupSpan,
  lookupWait,
} from './lookup-budget.ts';

const clientsMax = 1_000;
const tries = 5;

/** `open`: the look-ups under way. By their names a write that is sent twice is done once. */
type BudgetRow = { fullAt?: number; open?: ReadonlySet<string> };

/** @returns the name of the look-up, or the seconds to wait */
export type Reservation = { name: string } | { waitSeconds: number };

export type Lookups = ReturnType<typeof makeLookups>;

export function makeLookups(db: Database) {
  const budget = { capacity: db.config.LOOKUPS_CAPACITY, perMinute: db.config.LOOKUPS_PER_MINUTE };
  /** When the bucket of a client will be full, as its row was last seen. */
  const known = new Map<string, number>();

  async function write(clientId: string, update: ReturnType<typeof change>) {
    const table = db.config.ACCOUNTS_TABLE;
    const { done, row = {} } = await updateRow(db, table, lookupKey(clientId), update, 'ALL_NEW');
    const { fullAt, open } = row as BudgetRow;
    if (fullAt !== undefined) remember(known, clientId, fullAt, clientsMax);
    return { done, fullAt, open };
  }

  async function reserve(clientId: string): Promise<Reservation> {
    const name = db.token();
    const time = db.now().getTime();
    const { full, last } = lookupBounds(budget, time);
    const cost = lookupSpan(budget, lookupPriceMax);
    const names = new Set([name]);
    let fullAt = known.get(clientId);
    for (let attempt = 1; attempt <= tries; attempt++) {
      const isFull = fullAt === undefined || fullAt < full;
      const update = isFull
        ? change({
            // Those that were under way have long paid: nothing is given back for them.
            set: { fullAt: full + cost, open: names },
            when: 'attribute_not_exists(#fullAt) OR #fullAt < :full',
            values: { full },
          })
        : change({
            add: { fullAt: cost },
            count: { open: names },
            when: '#fullAt BETWEEN :full AND :last AND NOT contains(#open, :name)',
            values: { full, last, name },
          });
      const { done, open, ...seen } = await write(clientId, update);
      fullAt = seen.fullAt;
      // Our own write, whose acknowledgement was lost.
      if (done || open?.has(name)) return { name };
      if (fullAt !== undefined && fullAt > last)
        return { waitSeconds: lookupWait(budget, time, fullAt, open?.size ?? 0) };
    }
    return refuse('unavailable');
  }

  return {
    /** Takes the highest price. Refuses with `unavailable` when the row cannot be written: nobody is looked up uncounted. */
    reserve: (clientId: string): Promise<Reservation> =>
      reserve(clientId).catch((error) => refuse('unavailable', undefined, error)),

    /** Gives back what the look-up did not cost, once. */
    async settle(clientId: string, name: string, outcome: LookupOutcome): Promise<void> {
      const back = lookupSpan(budget, lookupPriceMax) - lookupSpan(budget, lookupPrices[outcome]);
      const given = { add: { fullAt: -back }, drop: { open: new Set([name]) } };
      await write(clientId, change({ ...given, when: 'contains(#open, :name)', values: { name } }));
    },
  };
}
