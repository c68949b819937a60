// The order and pace of a mixed load: slots at fixed times, whether answers come or not.

import { setTimeout as pause } from 'node:timers/promises';

/**
 * One round of the mix, with the given count of each kind, evenly spread, so that every window of whole rounds has the
 * same requests.
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
  /** Most parallel flows. If all are in use, a slot begins late, and its time counts from its planned start. */
  atOnce: number;
  now: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Runs the rounds until the time is over, then waits for the rest.
 * @param run gets the kind, the number of its earlier runs, and the time of its slot
 * @returns number of slots that began late
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
