// Reads the stored event feeds and unpacks them. This file reads form 1 itself, without the service's code.

import { inflateRawSync } from 'node:zlib';
import type { Dump } from './engine.ts';

export type StoredEvent = {
  account: string;
  sequence: number;
  id: string;
  at: string;
  type: string;
  types: string[];
  body: string;
};

type Page = { account: string; position: string; form: number; count: number; packed: Uint8Array };

/**
 * Returns every event of every feed.
 * @param fail called for a page that does not follow its own form
 */
export function eventsIn({ EventsTable: rows = [] }: Dump, fail = (_what: string) => {}): StoredEvent[] {
  const pages = rows.filter(({ packed }) => packed !== undefined) as unknown as Page[];
  return pages.flatMap(({ account, position, form, count, packed }) => {
    const events = JSON.parse(inflateRawSync(packed).toString()) as Omit<
      StoredEvent,
      'account' | 'sequence'
    >[];
    if (form !== 1 || events.length !== count || !/^\d{16}$/.test(position))
      fail(
        `page ${position} of ${account} has form ${form}, and ${events.length} events instead of ${count}`,
      );
    return events.map((event, index) => ({ account, sequence: Number(position) + index, ...event }));
  });
}
