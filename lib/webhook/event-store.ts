// The event feed of each account, in the order of recording and numbered without gaps: after reading up to a
// number, a reader has missed nothing before it. An event's id comes from the state change, so recording it
// twice changes nothing.

import { type AccountRef, accountKey } from '../base/account-ref.ts';
import { rowsOf } from '../platform/rows.ts';
import { type Action, backOff, conflictTriesMax, type Database, transactOnce } from '../platform/table.ts';
import { together } from '../platform/together.ts';
import type { AccountEvent } from './event.ts';

export type RecordedEvent = Omit<AccountEvent, 'account'> & { sequence: number };

export const eventPosition = (sequence: number) => String(sequence).padStart(16, '0');
/** Letters sort after digits: these rows are no part of the feed. */
const idPosition = (id: string) => `id#${id}`;

export type Events = ReturnType<typeof makeEvents>;

export function makeEvents(db: Database) {
  const table = db.config.EVENTS_TABLE;
  const rows = rowsOf<RecordedEvent & { account: string; position: string }, 'account', 'position'>(db, {
    table: 'EVENTS_TABLE',
    partition: 'account',
    sort: 'position',
  });

  function list(
    ref: AccountRef,
    after: number,
    limit: number,
    newestFirst = false,
  ): Promise<RecordedEvent[]> {
    const between = [eventPosition(after + 1), eventPosition(Number.MAX_SAFE_INTEGER)] as const;
    return rows.query({ account: accountKey(ref), position: { between } }, { limit, newestFirst });
  }

  /**
   * Appends events of one account, in this order. @returns their numbers; undefined if one is recorded
   * already
   */
  async function appendAll(events: readonly AccountEvent[]): Promise<number[] | undefined> {
    const result = await write(events);
    return 'places' in result ? result.places : undefined;
  }

  async function appendOne(event: AccountEvent): Promise<number> {
    const result = await write([event]);
    return 'places' in result ? (result.places[0] as number) : result.before;
  }

  /** @returns their sequence numbers, or that of an event recorded already */
  async function write(events: readonly AccountEvent[]): Promise<{ places: number[] } | { before: number }> {
    const [{ account: of }] = events as [AccountEvent];
    for (let attempt = 1; ; attempt++) {
      const [latest] = await list(of, 0, 1, true);
      const places = events.map((_, index) => (latest?.sequence ?? 0) + 1 + index);
      const pointers = events.map(({ id }, index) => put(of, idPosition(id), { sequence: places[index] }));
      const entries = events.map(({ account: _, ...event }, index) => {
        const sequence = places[index] as number;
        return put(of, eventPosition(sequence), { ...event, sequence });
      });
      // After a conflict the number is most likely taken, so the latest one is read again.
      const result = await transactOnce(db, [...pointers, ...entries]);
      if (result.done) return { places };
      const known = result.broken.slice(0, events.length).find(Boolean)?.row as
        | { sequence: number }
        | undefined;
      if (known) return { before: known.sequence };
      if (attempt === conflictTriesMax)
        throw new Error('event not recorded: too many conflicting writes to the account');
      await backOff(db, attempt);
    }
  }

  const put = (account: AccountRef, position: string, row: object): Action => ({
    Put: {
      TableName: table,
      Item: { account: accountKey(account), position, ...row },
      ConditionExpression: 'attribute_not_exists(account)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  });

  return {
    /**
     * Events after a sequence number, oldest first, in one query. The rows of one transaction become visible
     * one by one, so the list ends before the first missing number.
     */
    async list(account: AccountRef, after: number, limit: number): Promise<RecordedEvent[]> {
      if (after >= Number.MAX_SAFE_INTEGER) return [];
      const found = await list(account, after, limit);
      return found.filter(({ sequence }, index) => sequence === after + 1 + index);
    },

    /** Appends an event to its account's feed, once. @returns its sequence number */
    append: together(db, {
      rowOf: ({ account }: AccountEvent) => accountKey(account),
      causeOf: ({ id }) => id,
      doAll: appendAll,
      doOne: appendOne,
    }),
  };
}
