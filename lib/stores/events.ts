// The record of what happened, per account in order of time. An event's key comes from the state change, so
// recording it twice changes nothing.

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AccountRef } from '../cashout.ts';
import { accountKey } from '../ledger.ts';
import { conditionFailed, type Door } from './table.ts';

export type RecordedEvent = { id: string; at: string; body: string };

export type Events = ReturnType<typeof makeEvents>;

export function makeEvents(door: Door) {
  const table = door.config.EVENTS_TABLE;

  return {
    async insert(account: AccountRef, event: RecordedEvent): Promise<'inserted' | 'exists'> {
      const item = { account: accountKey(account), position: `${event.at}#${event.id}`, ...event };
      try {
        await door.client.send(
          new PutCommand({
            TableName: table,
            Item: item,
            ConditionExpression: 'attribute_not_exists(account)',
          }),
        );
        return 'inserted';
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        return 'exists';
      }
    },
  };
}
