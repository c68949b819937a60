import { expect, test } from 'vitest';
import { makeDice } from './dice.ts';
import { makeTimers, type Timer } from './timers.ts';

test('timers fire by time, then in order of creation, and never early or after they were cancelled', () => {
  const dice = makeDice(1);
  const timers = makeTimers();
  const all: Timer[] = Array.from({ length: 500 }, (_, order) => ({
    at: dice.between(0, 99),
    order,
    run: () => {},
  }));
  for (const timer of all) timers.add(timer);
  for (const timer of all) if (dice.chance(0.3)) timer.cancelled = true;

  const taken: Timer[] = [];
  for (const until of [-1, 30, 30, 99]) {
    for (let timer = timers.take(until); timer; timer = timers.take(until)) {
      expect(timer.at).toBeLessThanOrEqual(until);
      taken.push(timer);
    }
  }

  const live = all.filter(({ cancelled }) => !cancelled);
  expect(taken).toEqual(live.sort((one, other) => one.at - other.at || one.order - other.order));
});
