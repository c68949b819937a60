// The order of a mixed load, and its pace: one slot after the other at fixed times, whether the answers come or not.

import { setTimeout as pause } from 'node:timers/promises';

/**
 * One round of the mix, each kind as often as asked and spread evenly, so that every window of whole rounds has the same
 * requests.
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
  /** Most that run side by side; a slot that finds them all busy begins late, and its time counts from its slot. */
  atOnce: number;
  now: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Runs the rounds until the time is over, and waits for what is under way.
 * @param run gets the kind, how often that kind was run before, and the time of its slot
 * @returns how many slots found all places busy
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
