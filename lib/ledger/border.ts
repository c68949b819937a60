// Which entries cross the border of the house, and where they stand in the index `border` of the statement: by the day
// in São Paulo, spread over lanes. Whoever compares our books with a PSP's reads a day there, and nothing else.

import type { AccountRef } from '../base/account-ref.ts';
import { saoPauloDay } from '../base/time.ts';
import { laneCount } from '../platform/open-work.ts';

/** Moved in one posting: cents, positive for a credit. */
export type Moved = { account: string; cents: number };

/**
 * What one account of ours loses and another gains stays in the house. Whatever else is posted came from outside or went
 * there, also when one account is credited and debited at once.
 */
export function staysInside(legs: readonly Moved[]): boolean {
  const accounts = new Set(legs.map(({ account }) => account));
  return accounts.size > 1 && legs.reduce((sum, { cents }) => sum + cents, 0) === 0;
}

const lane = (number: number) => String(number % laneCount).padStart(2, '0');

/** @param time of the entry (ISO, UTC) */
export function borderOf({ number }: AccountRef, time: string): string {
  return `${saoPauloDay(time)}#${lane(Number(number))}`;
}

/** Every part of a day in the index. */
export function bordersOf(day: string): string[] {
  return Array.from({ length: laneCount }, (_, number) => `${day}#${lane(number)}`);
}
