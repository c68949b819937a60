// Decides which entries move money into or out of this institution, and computes their keys in the statement's index
// `border`. The index lists these entries by day in São Paulo, in several shards. The comparison with a PSP's books
// reads one day of this index.

import type { AccountRef } from '../base/account-ref.ts';
import { saoPauloDay } from '../base/time.ts';
import { manyShards } from '../platform/shards.ts';

/** The effect of one leg of a posting on an account: cents, positive for a credit. */
export type Moved = { account: string; cents: number };

/**
 * Returns whether a posting only moves money between our accounts. Any other posting moves money into or out of this
 * institution, even if it credits and debits the same account.
 */
export function staysInside(legs: readonly Moved[]): boolean {
  const accounts = new Set(legs.map(({ account }) => account));
  return accounts.size > 1 && legs.reduce((sum, { cents }) => sum + cents, 0) === 0;
}

const shard = (number: number) => String(number % manyShards).padStart(2, '0');

/**
 * Returns an entry's key in the index.
 * @param time of the entry (ISO, UTC)
 */
export function borderOf({ number }: AccountRef, time: string): string {
  return `${saoPauloDay(time)}#${shard(Number(number))}`;
}

/**
 * Returns all keys of a day in the index.
 * @param day YYYY-MM-DD, in São Paulo
 */
export function bordersOf(day: string): string[] {
  return Array.from({ length: manyShards }, (_, number) => `${day}#${shard(number)}`);
}
