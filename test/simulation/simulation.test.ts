import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { root } from '../../local/service.ts';
import { bugs } from './bugs.ts';
import { corpus } from './corpus.ts';
import { profiles } from './faults.ts';
import { openTeam, type Team } from './team.ts';

/** Nothing takes so long: what does, hangs. */
const hangs = 600_000;

describe('a simulated run', () => {
  let team: Team;
  beforeAll(async () => {
    team = await openTeam(inject('service'), 2);
  });
  afterAll(() => team.stop());

  test('of each seed that has once found something loses no money', { timeout: hangs }, async () => {
    const kept = corpus.filter(({ slow }) => !slow);
    const results = await Promise.all(
      kept.map(({ seed, profile }) => team.run({ seed, profile, keep: false })),
    );

    expect(results.map(summary)).toEqual(
      kept.map(({ seed, profile }) => ({ seed, profile, violations: [] })),
    );
  });

  describe('of a few seeds that this code has not met', () => {
    const fresh = profiles.map((profile, index) => ({ seed: seedOfTheCode(index), profile }));
    let results: Awaited<ReturnType<Team['run']>>[] = [];

    test('loses no money', { timeout: hangs }, async () => {
      results = await Promise.all(
        fresh.map((task) => team.run({ ...task, keep: task.profile === 'everything' })),
      );

      expect(results.map(summary)).toEqual(fresh.map((task) => ({ ...task, violations: [] })));
    });

    test('goes the same way when its seed is run again', { timeout: hangs }, async () => {
      const once = results.find(({ profile }) => profile === 'everything');
      // The engine has met other seeds before it, and other ones than the first time.
      const again = await team.run({ seed: once?.seed ?? 0, profile: 'everything', keep: true });

      expect(again.trace).toEqual(once?.trace);
      expect(again.digest).toBe(once?.digest);
    });
  });
});

// Each in a seed with little work, or one of two more where another change of the source has moved what happens in it. All of
// them: npm run simulate -- --bug all --seeds 40.
describe('a planted bug', () => {
  test.each<[name: string, ...seeds: number[]]>([
    ['time-out-is-error', 4],
    ['hold-not-released', 4, 2, 3],
    ['event-struck-first', 1, 2, 3],
    ['group-holds-one', 3],
    ['undone-agrees', 3, 4, 7],
    ['places-unlimited', 3, 4],
    ['right-not-judged', 26, 30, 33],
  ])('%s is found by seed %d', { timeout: hangs }, async (name, ...seeds) => {
    const profile = bugs.find((bug) => bug.name === name)?.profile ?? 'calm';
    const team = await openTeam(inject('service'), 1, name);

    const found: string[] = [];
    for (const seed of seeds) {
      if (found.length > 0) break;
      found.push(...(await team.run({ seed, profile, keep: false, untilFound: '' })).violations);
    }
    await team.stop();

    expect(found).not.toEqual([]);
  });

  test.each<[name: string, ...seeds: number[]]>([
    ['sequence-gap', 4, 8, 3],
    ['refund-keeps-hold', 4, 3, 6],
  ])('%s is reported by reconcile in seed %d', { timeout: hangs }, async (name, ...seeds) => {
    const team = await openTeam(inject('service'), 1, name);

    const untilFound = 'I31 reconcile reports ';
    const reported: string[] = [];
    for (const seed of seeds) {
      if (reported.length > 0) break;
      const { violations } = await team.run({ seed, profile: 'calm', keep: false, untilFound });
      reported.push(...violations.filter((one) => one.startsWith(untilFound)));
    }
    await team.stop();

    expect(reported).not.toEqual([]);
  });
});

const summary = ({ seed, profile, violations }: Awaited<ReturnType<Team['run']>>) => ({
  seed,
  profile,
  violations,
});

/** Drawn from the source: every change of it brings other seeds, and the same source the same ones, wherever it fails. */
function seedOfTheCode(index: number): number {
  const hash = createHash('sha256').update(String(index));
  for (const folder of ['functions', 'lib', 'test/simulation']) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names.filter((one) => one.endsWith('.ts')))
      hash.update(readFileSync(join(root, folder, name)));
  }
  return 1_000_000 + (hash.digest().readUInt32BE() % 1_000_000_000);
}
