// Builds the database action that ends a transfer on its row, with or without a hold, and the events that the same
// transaction records. The row's pending events are recorded too, so that none remain.

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

/** The fields that the end of a transfer adds to its row. */
export type EndAttributes = Beside['set'] & { endedAt: string };

/** Returns the change that ends the transfer, and the changes that were pending in the row when it was read. */
function changesAtEnd(cashout: Cashout, command: EndCommand): CashoutChange[] {
  return [...cashout.pendingEvents, changes[command]];
}

/** Returns the event numbers of the transfers of one account that end together. */
export const numbersAtEnd = (
  ends: FeedEnds,
  all: readonly { cashout: Cashout; command: EndCommand }[],
): Pick<Cashout, 'feed'>[] =>
  feedNumbers(
    ends,
    all.map(({ cashout, command }) => ({ cashout, changes: changesAtEnd(cashout, command) })),
  );

/** Returns the events of an end, and the pending events. */
export function eventsAtEnd(
  cashout: Cashout,
  command: EndCommand,
  attributes: EndAttributes,
): AccountEvent[] {
  const ended = { ...cashout, ...attributes };
  return changesAtEnd(cashout, command).flatMap((one) => cashoutEvents(ended, one));
}

/**
 * Builds the database action that ends the transfer on its row. The action fails if the transfer has already ended, or
 * if its pending events have changed since they were read.
 */
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
