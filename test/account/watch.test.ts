// The rules of the watch on an account, and the times that the rules depend on.

import { expect, inject, test } from 'vitest';
import {
  cacheSeconds,
  isOver,
  isReliable,
  quietSeconds,
  watchShardOf,
  watchShards,
} from '../../lib/account/watch.ts';

/**
 * The maximum time after which a call can still arrive, although its sender has died or given up. The simulation uses
 * the same.
 */
const onItsWaySeconds = 30;
/** The maximum lag of an index behind its table, including the differences between clocks. */
const lagSeconds = 10;

test('a quiet watch lasts longer than any write of a function that has just read the watch', () => {
  const service = inject('service');
  const usual = (service.provider as { timeout?: number }).timeout ?? 0;
  const writers = Object.values(service.functions).filter(({ may = {} }) =>
    [...(may.put ?? []), ...(may.update ?? [])].includes('Cashouts'),
  );
  const longest = Math.max(...writers.map(({ timeout = usual }) => timeout));

  expect(longest).toBeGreaterThanOrEqual(30);
  // Two calls may arrive late: the call that makes the watch quiet, and the call that writes the row.
  expect(quietSeconds).toBeGreaterThanOrEqual(cacheSeconds + longest + 2 * onItsWaySeconds + lagSeconds);
});

test.each([
  ['no watch', undefined, false],
  ['an ended watch', {}, false],
  ['an active watch', { watchShard: 'watch#0', watchAt: 'then' }, true],
  ['a quiet watch', { watchShard: 'watch#0', watchAt: 'then', quietAt: 'now' }, false],
])('whether a writer may rely on %s (%o): %s', (_, watch, expected) => {
  expect(isReliable(watch)).toBe(expected);
});

test('a watch ends when it has been quiet for the configured time', () => {
  const quietAt = '2026-11-01T12:00:00.000Z';
  const after = (seconds: number) => new Date(Date.parse(quietAt) + seconds * 1_000);

  expect(isOver(quietAt, after(quietSeconds - 0.001))).toBe(false);
  expect(isOver(quietAt, after(quietSeconds))).toBe(true);
});

test('every account belongs to a shard of the watch list', () => {
  const shards = Array.from({ length: 100 }, (_, number) =>
    watchShardOf({ branch: '0001', number: String(number) }),
  );

  expect(new Set(shards)).toEqual(new Set(watchShards));
});
