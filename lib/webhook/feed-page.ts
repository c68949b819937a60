// Defines how a page of an account's feed is stored, in format 1: the events of one transaction, compressed into one
// item. The events are nearly identical, so ten events take little more space than one.

import { type PackedForm, packJson, unpackJson } from '../platform/packed.ts';
import type { AccountEvent } from './event.ts';

/** An event without its account and number, because its page determines both. */
export type PagedEvent = Omit<AccountEvent, 'account'>;

/** An event with its number. `page`: number of the first event of its page. */
export type RecordedEvent = PagedEvent & { sequence: number; page: number };

/**
 * A page. `position`: number of its first event, in the form of `eventPosition`; the other events follow without a gap.
 * `form`: format of the page; a reader refuses an unknown format.
 */
export type FeedPage = {
  account: string;
  position: string;
  form: 1;
  count: number;
  packed: Uint8Array;
};

/** The size limit is far above the largest page that fits into an item. */
const packedForm: PackedForm = { unpackedBytesMax: 64 * 1024 * 1024 };

export const eventPosition = (sequence: number) => String(sequence).padStart(16, '0');

/**
 * Packs a page.
 * @param first number of the first event
 */
export function packPage(account: string, first: number, events: readonly PagedEvent[]): FeedPage {
  const kept = events.map(({ id, at, type, types, body }) => ({ id, at, type, types, body }));
  const packed = packJson(kept, packedForm);
  return { account, position: eventPosition(first), form: 1, count: events.length, packed };
}

export function unpackPage({ position, form, packed }: FeedPage): RecordedEvent[] {
  if (form !== 1) throw new Error(`a page of the event feed has the unknown form ${form}`);
  const page = Number(position);
  const events = unpackJson(packed, packedForm) as PagedEvent[];
  return events.map((event, index) => ({ ...event, sequence: page + index, page }));
}

/**
 * Returns the number of the feed's next event.
 * @param last the feed's last page, if the feed is not empty
 */
export function nextNumber(last: Pick<FeedPage, 'position' | 'count'> | undefined): number {
  return last ? Number(last.position) + last.count : 1;
}
