// What the gate runs of the simulation: one seed with every fault, and one planted bug. The rest: simulation.test.ts.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTeam, type Team } from './team.ts';

/** Nothing takes so long: what does, hangs. */
const hangs = 600_000;

let sound: Team;
beforeAll(async () => {
  sound = await openTeam(inject('service'), 1);
});
afterAll(() => sound.stop());

test('a run with every kind of fault loses no money, and a repeated run of its seed is identical', {
  timeout: hangs,
}, async () => {
  const task = { seed: 10085, profile: 'everything', keep: true } as const;
  const once = await sound.run(task);
  // The engine has met another seed before this one.
  const again = await sound.run(task);

  expect(once.violations).toEqual([]);
  expect(again.trace).toEqual(once.trace);
  expect(again.digest).toBe(once.digest);
});

test('a run finds a planted bug: a hold that is never released', { timeout: hangs }, async () => {
  const team = await openTeam(inject('service'), 1, 'hold-not-released');
  const { violations } = await team.run({ seed: 4, profile: 'calm', keep: false, untilFound: '' });
  await team.stop();

  expect(violations).not.toEqual([]);
});
