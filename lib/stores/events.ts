// The record of what happened: a feed per account, in the order of recording, numbered without gaps, so that
// whoever has read up to a number has missed nothing before it. An event's id comes from the state change, and
// recording it twice changes nothing.

import type { AccountRef } from '../cashout.ts';
import { accountKey } from '../ledger.ts';
import type { AccountEvent } from '../webhook-event.ts';
import { backOff, type Door, isPassing, queryUpTo, type Transacted, transact } from './table.ts';

export type RecordedEvent = Omit<AccountEvent, 'account'> & { sequence: number };

export const eventPosition = (sequence: number) => String(sequence).padStart(16, '0');
/** Letters sort after digits: these rows are no part of the feed. */
const idPosition = (id: string) => `id#${id}`;

const tries = 12;

export type Events = ReturnType<typeof makeEvents>;

export function makeEvents(door: Door) {
  const table = door.config.EVENTS_TABLE;

  async function list(account: AccountRef, after: number, limit: number, newestFirst = false) {
    const Items = await queryUpTo(door, limit, {
      TableName: table,
      KeyConditionExpression: 'account = :account AND #position BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#position': 'position' },
      ExpressionAttributeValues: {
        ':account': accountKey(account),
        ':from': eventPosition(after + 1),
        ':to': eventPosition(Number.MAX_SAFE_INTEGER),
      },
      ScanIndexForward: !newestFirst,
      ConsistentRead: true,
    });
    return Items as RecordedEvent[];
  }

  async function append({ account, ...event }: AccountEvent): Promise<number> {
    const partition = accountKey(account);
    const put = (position: string, row: object) => ({
      Put: {
        TableName: table,
        Item: { account: partition, position, ...row },
        ConditionExpression: 'attribute_not_exists(account)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    });
    for (let attempt = 1; ; attempt++) {
      const [latest] = await list(account, 0, 1, true);
      const sequence = (latest?.sequence ?? 0) + 1;
      const actions = [
        put(idPosition(event.id), { sequence }),
        put(eventPosition(sequence), { ...event, sequence }),
      ];
      // After a conflict the place is most likely taken: it is read again, not tried again.
      const result = await transact(door, actions, 1).catch((error): Transacted => {
        if (!isPassing(error)) throw error;
        return { done: false, broken: [] };
      });
      if (result.done) return sequence;
      const before = result.broken[0]?.row as { sequence: number } | undefined;
      if (before) return before.sequence;
      if (attempt === tries) throw new Error('account too busy to record an event');
      await backOff(door, attempt);
    }
  }

  /** The appends of one process to one account: one after the other, or they would only collide. */
  const inTurn = new Map<string, Promise<unknown>>();

  async function takeTurn<Result>(partition: string, work: () => Promise<Result>): Promise<Result> {
    const before = inTurn.get(partition);
    const mine = (before ?? Promise.resolve()).then(work, work);
    inTurn.set(partition, mine);
    try {
      return await mine;
    } finally {
      if (inTurn.get(partition) === mine) inTurn.delete(partition);
    }
  }

  return {
    /** Events after a place in the feed, oldest first. One query; it costs what it returns. */
    list: async (account: AccountRef, after: number, limit: number) =>
      after < Number.MAX_SAFE_INTEGER ? list(account, after, limit) : [],

    /** Puts an event at the end of its account's feed, once. @returns its place there */
    append: (event: AccountEvent): Promise<number> =>
      takeTurn(accountKey(event.account), () => append(event)),
  };
}
