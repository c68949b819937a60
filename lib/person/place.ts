// The tables in which people are named, and where events about a row are.

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

/** Where events about it are: those whose ids begin so, and those that the feed numbers in a range have. */
export type Trail = { account: AccountRef; prefix: string; numbers?: readonly [number, number] };
