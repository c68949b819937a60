import { expect, test } from 'vitest';
import { addSeconds } from '../../lib/base/time.ts';
import { endToEndIdOf } from '../../lib/network/end-to-end-id.ts';
import { dueAfter, growingWait, turnAfter } from '../../lib/payout/retry-later.ts';

const config = { RETRY_FIRST_SECONDS: 2, RESUME_AFTER_SECONDS: 60 };
const begun = new Date('2026-11-27T12:00:00.000Z');
const endToEndId = endToEndIdOf(1, '12345678', begun);
const after = (seconds: number) => new Date(addSeconds(begun, seconds));

/** Returns the moments of the tries in seconds, while nothing is heard of the payment until `acceptedAfter`. */
function triesUntil(end: number, acceptedAfter = Number.POSITIVE_INFINITY): number[] {
  const moments: number[] = [];
  let acceptedAt: string | undefined;
  for (let at = 0; at <= end; ) {
    if (at >= acceptedAfter) acceptedAt ??= after(at).toISOString();
    moments.push(at);
    const tries = moments.length - 1;
    at += growingWait(config, { tries, endToEndId, ...(acceptedAt ? { acceptedAt } : {}) }, after(at));
  }
  return moments;
}

test('a payment without an answer is tried again after 2, 4, 8 … seconds, then every minute, and at last every quarter of an hour', () => {
  expect(triesUntil(3_700)).toEqual([0, 2, 6, 14, 30, 62, 122, 182, 246, 374, 630, 1_142, 2_042, 2_942]);
});

test('the waits start again with 2 seconds when the PSP says that it has the payment', () => {
  const restarted = triesUntil(1_600, 1_000).filter((at) => at > 1_000);
  expect(restarted.map((at) => at - (restarted[0] ?? 0))).toEqual([
    0, 2, 6, 14, 30, 62, 124, 186, 248, 312, 392,
  ]);
});

test('a PSP that has the payment at once is asked at about the same moments as one that says nothing', () => {
  expect(triesUntil(100, 0)).toEqual(triesUntil(100));
});

test('the waits start again when the PSP answers after a silence, unless a person must decide about the payment', () => {
  const waits = (heardAt: number, now: number) =>
    growingWait(config, { tries: 30, endToEndId }, after(now), after(heardAt).toISOString());
  expect(waits(600, 610)).toBe(12);
  expect(waits(600, 6_000)).toBe(900);
  expect(waits(50_000, 50_010)).toBe(3_600);
});

test('a payment that is too old to be sent again is looked up every hour', () => {
  const old = { tries: 30, endToEndId };
  expect(growingWait(config, old, after(11.4 * 3_600))).toBe(900);
  expect(growingWait(config, old, after(11.6 * 3_600))).toBe(3_600);
});

test('a wait above two minutes has no message, so the row is due at its end', () => {
  expect(dueAfter(config, 120)).toEqual({ wait: 120, dueSeconds: 180, hasMessage: true });
  expect(dueAfter(config, 121)).toEqual({ wait: 121, dueSeconds: 121, hasMessage: false });
});

test('a payment that waits for its turn has a message at that time, at most a quarter of an hour later', () => {
  expect(turnAfter(config, 2, 600)).toEqual({ wait: 600, dueSeconds: 660, hasMessage: true });
  expect(turnAfter(config, 900, 3)).toEqual({ wait: 10, dueSeconds: 70, hasMessage: true });
  expect(turnAfter(config, 900, 4_000)).toEqual({ wait: 900, dueSeconds: 960, hasMessage: true });
});
