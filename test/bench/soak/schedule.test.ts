import { expect, test } from 'vitest';
import { runAtPace, spreadEvenly } from '../../../bench/soak/schedule.ts';

/** Returns a clock that advances only when the code waits. */
function simulatedTime() {
  let time = 1_000;
  return {
    now: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test('each round sends every kind of request as often as configured, evenly spread', () => {
  const round = spreadEvenly({ often: 6, seldom: 2, once: 1 });

  expect(round).toHaveLength(9);
  expect(round.filter((kind) => kind === 'often')).toHaveLength(6);
  for (let slot = 1; slot <= round.length; slot++) {
    const share = round.slice(0, slot).filter((kind) => kind === 'often').length;
    expect(Math.abs(share - (slot * 6) / 9)).toBeLessThanOrEqual(1);
  }
});

test('requests start on schedule, whether or not earlier requests have been answered', async () => {
  const { now, wait } = simulatedTime();
  const started: [string, number, number][] = [];
  const answers: (() => void)[] = [];
  const pace = { round: ['a', 'b'] as const, perSecond: 4, seconds: 1, atOnce: 10, now, wait };

  const running = runAtPace(pace, (kind, turn, due) => {
    started.push([kind, turn, due]);
    return new Promise((answered) => answers.push(answered));
  });
  while (answers.length < 4) await Promise.resolve();
  for (const answer of answers) answer();

  expect(await running).toBe(0);
  expect(started).toEqual([
    ['a', 0, 1_000],
    ['b', 0, 1_250],
    ['a', 1, 1_500],
    ['b', 1, 1_750],
  ]);
});

test('the load never exceeds the allowed concurrency, and a late request keeps its scheduled time', async () => {
  const { now, wait } = simulatedTime();
  const dues: number[] = [];
  let running = 0;
  let most = 0;
  const pace = { round: ['a'] as const, perSecond: 1_000, seconds: 0.02, atOnce: 3, now, wait };

  const late = await runAtPace(pace, async (_, __, due) => {
    running += 1;
    most = Math.max(most, running);
    dues.push(due);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    running -= 1;
  });

  expect(most).toBe(3);
  expect(late).toBeGreaterThan(0);
  expect(dues).toEqual(Array.from({ length: 20 }, (_, slot) => 1_000 + slot));
});
