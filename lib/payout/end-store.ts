// The end of a transfer: what it writes on the cashout's row, with or without a hold, and the events that it
// records in the same transaction. Events that were pending are recorded with it, so that none is left.

import { askedOf } from '../cashout/asked-words.ts';
import { type Cashout, type CashoutChange, transitions } from '../cashout/cashout.ts';
import { cashoutEvents } from '../cashout/events.ts';
import { feedNumbers } from '../cashout/feed-numbers.ts';
import { type Beside, moveTo } from '../cashout/move-to.ts';
import { writeRow } from '../cashout/row-store.ts';
import type { Action, Database } from '../platform/table.ts';
import type { AccountEvent } from '../webhook/event.ts';
import type { FeedEnds } from '../webhook/feed-store.ts';

export type EndCommand = keyof typeof transitions.PROCESSING;

const changes = { succeed: 'succeeded', fail: 'failed', cancel: 'cancelled' } as const;

/** What the end of a transfer adds to its row. */
export type EndAttributes = Beside['set'] & { endedAt: string };

/** The change that an end is, and those that were still pending in the row as it was read. */
function changesAtEnd(cashout: Cashout, command: EndCommand): CashoutChange[] {
  return [...cashout.pendingEvents, changes[command]];
}

/** For each transfer of one account that ends, the numbers of its events. */
export const numbersAtEnd = (
  ends: FeedEnds,
  all: readonly { cashout: Cashout; command: EndCommand }[],
): Pick<Cashout, 'feed'>[] =>
  feedNumbers(
    ends,
    all.map(({ cashout, command }) => ({ cashout, changes: changesAtEnd(cashout, command) })),
  );

/** The events of an end, and those that were pending. */
export function eventsAtEnd(
  cashout: Cashout,
  command: EndCommand,
  attributes: EndAttributes,
): AccountEvent[] {
  const ended = { ...cashout, ...attributes };
  return changesAtEnd(cashout, command).flatMap((one) => cashoutEvents(ended, one));
}

/** The write on the row. It fails if the transfer has ended, or if its pending events are not those read. */
export function endRow(
  db: Database,
  cashout: Cashout,
  command: EndCommand,
  attributes: EndAttributes,
): Action {
  const held = cashout.reservedAt ? 'attribute_exists(#reservedAt)' : 'attribute_not_exists(#reservedAt)';
  return writeRow(db, cashout, {
    set: { ...attributes, ...askedOf(cashout), pendingEvents: [] },
    to: moveTo(cashout, transitions.PROCESSING[command], 'left'),
    when: ['#status = :processing', held, '#pendingEvents = :pending'].join(' AND '),
    values: { processing: 'PROCESSING', pending: cashout.pendingEvents },
  });
}
