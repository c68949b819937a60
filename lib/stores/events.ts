// The record of what happened, per account in order of time. An event's key comes from the state change, so
// recording it twice changes nothing.

import type { AccountRef } from '../cashout.ts';
import { accountKey } from '../ledger.ts';
import type { CashoutEvent } from '../webhook-event.ts';
import { type Door, putIfAbsent } from './table.ts';

export type Events = ReturnType<typeof makeEvents>;

export function makeEvents(door: Door) {
  return {
    async insert(account: AccountRef, event: CashoutEvent): Promise<'inserted' | 'exists'> {
      const item = { account: accountKey(account), position: `${event.at}#${event.id}`, ...event };
      return (await putIfAbsent(door, door.config.EVENTS_TABLE, item, 'account')) ? 'inserted' : 'exists';
    },
  };
}
