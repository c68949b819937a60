// Rows that still owe something stand in a sparse index, spread over lanes, so that the index is never hotter than
// its table.

export const laneCount = 16;

export type WorkKind = 'cashout' | 'delivery' | 'chargeback';

export function laneOf(kind: WorkKind, number: number): string {
  return `${kind}#${number % laneCount}`;
}

export function lanesOf(kind: WorkKind): string[] {
  return Array.from({ length: laneCount }, (_, lane) => laneOf(kind, lane));
}

const waitSecondsMax = 3_600;

/** Seconds until a row that has been sent again so many times is due once more: doubling, up to an hour. */
export function resumeWait(firstSeconds: number, resumes: number): number {
  return Math.min(waitSecondsMax, firstSeconds * 2 ** Math.min(resumes, 20));
}
