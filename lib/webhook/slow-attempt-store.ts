// Limits an account's concurrent attempts on the slow lane: one row of places, each taken until a time, so
// that a dead worker's place becomes free again.

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { change } from '../platform/expression.ts';
import { conditionFailed, type Database, type Row } from '../platform/table.ts';
import { updateRow } from '../platform/update-row.ts';

export type SlowAttempt = { account: AccountRef; place: string; until: string };

export type SlowAttempts = ReturnType<typeof makeSlowAttempts>;

/** @param most places per account */
export function makeSlowAttempts(db: Database, most: number) {
  const table = db.config.WEBHOOKS_TABLE;
  const keyOf = (account: AccountRef) => ({ pk: `ATTEMPTS#${accountKey(account)}`, sk: 'ATTEMPTS' });
  const places = Array.from({ length: most }, (_, index) => `place${index}`);

  /** @returns undefined if it was free; otherwise the row */
  async function takePlace({ account, place, until }: SlowAttempt, now: string): Promise<Row | undefined> {
    const when = `attribute_not_exists(#${place}) OR #${place} < :now`;
    const update = change({ set: { [place]: until }, when, values: { now } });
    try {
      await db.client.send(new UpdateCommand({ TableName: table, Key: keyOf(account), ...update }));
      return undefined;
    } catch (error) {
      const failed = conditionFailed(error);
      if (!failed) throw error;
      return failed.row ?? {};
    }
  }

  return {
    /** Takes a place from `now` to `until` (ISO, UTC); undefined when none is free. */
    async take(account: AccountRef, now: string, until: string): Promise<SlowAttempt | undefined> {
      const first = Math.floor(db.fraction() * most);
      let open = [...places.slice(first), ...places.slice(0, first)];
      while (open[0] !== undefined) {
        const attempt = { account, place: open[0], until };
        const row = await takePlace(attempt, now);
        if (!row) return attempt;
        open = open.slice(1).filter((place) => row[place] === undefined || String(row[place]) < now);
      }
      return undefined;
    },

    /** Frees a place that is still ours. */
    async free({ account, place, until }: SlowAttempt): Promise<void> {
      const update = change({ remove: [place], when: `#${place} = :until`, values: { until } });
      await updateRow(db, table, keyOf(account), update);
    },
  };
}
