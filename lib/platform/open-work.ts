// Rows that still owe something stand in a sparse index, spread over lanes, so that the index is never hotter than
// its table.

import { addSeconds } from '../base/time.ts';

export const laneCount = 16;

export type WorkKind = 'cashout' | 'delivery' | 'chargeback';

export function laneOf(kind: WorkKind, number: number): string {
  return `${kind}#${number % laneCount}`;
}

export function lanesOf(kind: WorkKind): string[] {
  return Array.from({ length: laneCount }, (_, lane) => laneOf(kind, lane));
}

/** Of its grace, how much a row must have left to stay where it is in the index. */
const enough = 0.75;

/**
 * When a row that has just been worked on is due: after its grace at the latest. One that will be due soon enough stays
 * where it is, since a move within the index costs two writes.
 * @param dueAt where the row stands, if it does
 */
export function nextDueAt(dueAt: string | undefined, now: Date, graceSeconds: number): string {
  const latest = addSeconds(now, graceSeconds);
  const isSoonEnough = dueAt !== undefined && dueAt <= latest;
  return isSoonEnough && dueAt >= addSeconds(now, graceSeconds * enough) ? dueAt : latest;
}

/** How long others leave a row alone that a worker has reserved: it is over before the index can bring the row back. */
export function leaseSeconds(graceSeconds: number): number {
  return graceSeconds * enough;
}

/**
 * So many items at most: one of each owner's, then a second of each, and so on, each owner's in the order given.
 * @param start from 0 to 1: where among the owners the rounds begin, for who comes last may come away with nothing
 */
export function takeInTurn<Item>(
  items: readonly Item[],
  ownerOf: (item: Item) => string,
  most: number,
  start: number,
): Item[] {
  const byOwner = new Map<string, Item[]>();
  for (const item of items) {
    const own = byOwner.get(ownerOf(item));
    if (own) own.push(item);
    else byOwner.set(ownerOf(item), [item]);
  }
  const owners = [...byOwner.values()];
  const first = Math.floor(start * owners.length);
  let waiting = [...owners.slice(first), ...owners.slice(0, first)];
  const taken: Item[] = [];
  for (let round = 0; waiting.length > 0 && taken.length < most; round++) {
    for (const own of waiting.slice(0, most - taken.length)) taken.push(own[round] as Item);
    waiting = waiting.filter((own) => own.length > round + 1);
  }
  return taken;
}

const waitSecondsMax = 3_600;

/** Seconds until a row that has been sent again so many times is due once more: doubling, up to an hour. */
export function resumeWait(firstSeconds: number, resumes: number): number {
  return Math.min(waitSecondsMax, firstSeconds * 2 ** Math.min(resumes, 20));
}
