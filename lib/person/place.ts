// The tables with personal data, and the positions of events about a row.

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

/** The events about a row: those whose ids have this prefix, and those with these numbers in the feed. */
export type Trail = { account: AccountRef; prefix: string; numbers?: readonly [number, number] };
