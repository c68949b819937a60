// Entries that move money into or out of this institution, and their keys in the statement's index `border`: by day in
// São Paulo, in several shards. The comparison with a PSP's books reads a day from this index.

import type { AccountRef } from '../base/account-ref.ts';
import { saoPauloDay } from '../base/time.ts';
import { manyShards } from '../platform/shards.ts';

/** The effect of one leg of a posting: cents, positive for a credit. */
export type Moved = { account: string; cents: number };

/**
 * Whether a posting only moves money between our accounts. Any other posting moves money into or out of this
 * institution, even if it credits and debits the same account.
 */
export function staysInside(legs: readonly Moved[]): boolean {
  const accounts = new Set(legs.map(({ account }) => account));
  return accounts.size > 1 && legs.reduce((sum, { cents }) => sum + cents, 0) === 0;
}

const shard = (number: number) => String(number % manyShards).padStart(2, '0');

/** The entry's key in the index. @param time of the entry (ISO, UTC) */
export function borderOf({ number }: AccountRef, time: string): string {
  return `${saoPauloDay(time)}#${shard(Number(number))}`;
}

/** All keys of a day in the index. @param day YYYY-MM-DD, in São Paulo */
export function bordersOf(day: string): string[] {
  return Array.from({ length: manyShards }, (_, number) => `${day}#${shard(number)}`);
}
