// Tells the person who started a stack that a function has failed.

import { isFull } from './data-folder.ts';

/** Prints failures of functions. For each route and status, prints at most one line in ten seconds. */
export function makeTellFailure({ data, say }: { data: string; say: (line: string) => void }) {
  const toldAt = new Map<string, number>();
  return (routeKey: string, status: number): void => {
    const what = `${routeKey} answered ${status}`;
    if (performance.now() - (toldAt.get(what) ?? Number.NEGATIVE_INFINITY) < 10_000) return;
    toldAt.set(what, performance.now());
    say(`${what}: ${isFull(data) ? `the disk with ${data} is full` : 'npm start -- --verbose shows why'}`);
  };
}
