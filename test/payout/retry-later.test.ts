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

test('a payment without an answer is tried again after 2, 4, 8 … seconds, and then every quarter of an hour', () => {
  expect(triesUntil(3_700)).toEqual([0, 2, 6, 14, 30, 62, 126, 254, 510, 1_022, 1_922, 2_822]);
});

test('the waits start again with 2 seconds, and grow by half, when the PSP says that it has the payment', () => {
  expect(triesUntil(1_200, 1_000)).toEqual([
    0, 2, 6, 14, 30, 62, 126, 254, 510, 1_022, 1_024, 1_027, 1_032, 1_039, 1_050, 1_066, 1_090, 1_126, 1_180,
  ]);
  expect(triesUntil(120, 0)).toEqual([0, 2, 5, 10, 17, 28, 44, 68, 104]);
});

test('the waits start again when the PSP answers after a silence, unless a person must decide about the payment', () => {
  const waits = (heardAt: number, now: number) =>
    growingWait(config, { tries: 12, endToEndId }, after(now), after(heardAt).toISOString());
  expect(waits(600, 610)).toBe(7);
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
