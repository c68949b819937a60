// Lists the tables with personal data, and defines where the events about a row are.

import type { AccountRef } from '../base/account-ref.ts';

export const places = [
  'accounts',
  'cashouts',
  'qr-codes',
  'chargebacks',
  'med-cases',
  'markers',
  'incidents',
] as const;
export type Place = (typeof places)[number];
export type Row = Readonly<Record<string, unknown>>;

/**
 * The location of the events about a row: the events whose ids have this prefix, and the events with numbers in this
 * range of the feed.
 */
export type Trail = { account: AccountRef; prefix: string; numbers?: readonly [number, number] };
