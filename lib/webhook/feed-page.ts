// A page of an account's event feed as it is stored, form 1: the events of one transaction, packed into one item.
// They repeat each other nearly word for word, so that ten of them take little more room than one.

import { type PackedForm, packJson, unpackJson } from '../platform/packed.ts';
import type { AccountEvent } from './event.ts';

/** An event without its account and number: its page has both. */
export type PagedEvent = Omit<AccountEvent, 'account'>;

/** An event as it is numbered. `page`: the number of the first event of its page. */
export type RecordedEvent = PagedEvent & { sequence: number; page: number };

/**
 * `position`: the number of the first event, as `eventPosition` writes it. Its events are numbered from there
 * without a gap. `form`: a reader refuses a form that it does not know.
 */
export type FeedPage = {
  account: string;
  position: string;
  form: 1;
  count: number;
  packed: Uint8Array;
};

/** Far above the largest page that fits into an item. */
const packedForm: PackedForm = { unpackedBytesMax: 64 * 1024 * 1024 };

export const eventPosition = (sequence: number) => String(sequence).padStart(16, '0');

/** @param first the number of the first event */
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

/** The number that the next event of the feed gets. @param last its last page, if there is one */
export function nextNumber(last: Pick<FeedPage, 'position' | 'count'> | undefined): number {
  return last ? Number(last.position) + last.count : 1;
}
