// Runs a mixed load in slots at fixed times. A slot starts even if earlier answers have not come.

import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns one round of the mix with the given count of each kind. The kinds are evenly spread, so that every window of
 * whole rounds contains the same requests.
 */
export function spreadEvenly<Kind extends string>(counts: Readonly<Record<Kind, number>>): Kind[] {
  const kinds = Object.keys(counts) as Kind[];
  const slots = kinds.flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) => ({ kind, at: (index + 0.5) / counts[kind] })),
  );
  return slots.sort((one, other) => one.at - other.at).map(({ kind }) => kind);
}

export type Pace<Kind> = {
  round: readonly Kind[];
  perSecond: number;
  seconds: number;
  /**
   * The maximum number of parallel flows. If all are in use, a slot begins late, but its time still counts from its
   * planned start.
   */
  atOnce: number;
  now: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Runs the rounds until the time is over, then waits for the flows that have not ended.
 * @param run gets the kind, the number of its earlier runs, and the planned time of its slot
 * @returns the number of slots that began late
 */
export async function runAtPace<Kind extends string>(
  { round, perSecond, seconds, atOnce, now, wait = pause }: Pace<Kind>,
  run: (kind: Kind, turn: number, due: number) => Promise<void>,
): Promise<number> {
  const begun = now();
  const busy = new Set<Promise<void>>();
  const turns = new Map<Kind, number>();
  let late = 0;
  for (let slot = 0; slot < seconds * perSecond; slot++) {
    const due = begun + (slot * 1_000) / perSecond;
    if (due > now()) await wait(due - now());
    if (busy.size >= atOnce) {
      late += 1;
      await Promise.race(busy);
    }
    const kind = round[slot % round.length] as Kind;
    const turn = turns.get(kind) ?? 0;
    turns.set(kind, turn + 1);
    const work = run(kind, turn, due).finally(() => busy.delete(work));
    busy.add(work);
  }
  await Promise.all(busy);
  return late;
}
