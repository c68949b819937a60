// Tests the simulation in every run of the tests with one seed with every fault, and one planted bug.
// simulation.test.ts contains the rest.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTeam, type Team } from './team.ts';

/** The time limit in milliseconds. No run takes so long, so a run that reaches it is stuck. */
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
  // The engine has run another seed in between, which must not change the result.
  const again = await sound.run(task);

  expect(once.violations).toEqual([]);
  expect(again.trace).toEqual(once.trace);
  expect(again.digest).toBe(once.digest);
});

test('a run finds a planted bug: a hold that is never released', { timeout: hangs }, async () => {
  const team = await openTeam(inject('service'), 1, 'hold-not-released');
  const { violations } = await team.run({ seed: 1, profile: 'calm', keep: false, untilFound: '' });
  await team.stop();

  expect(violations).not.toEqual([]);
});
