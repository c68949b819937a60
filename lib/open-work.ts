// Rows that still owe something stand in a sparse index, spread over lanes, so that the index is never hotter than
// its table.

import { addSeconds } from './time.ts';

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

const waitSecondsMax = 3_600;

/** Seconds until a row that has been sent again so many times is due once more: doubling, up to an hour. */
export function resumeWait(firstSeconds: number, resumes: number): number {
  return Math.min(waitSecondsMax, firstSeconds * 2 ** Math.min(resumes, 20));
}
