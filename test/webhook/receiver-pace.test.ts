import { describe, expect, test } from 'vitest';
import { measure, type Pace } from '../../lib/webhook/receiver-pace.ts';

const promptSeconds = 0.5;
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

/** Returns the state of a receiver after these attempts: [time in seconds, duration in milliseconds]. */
const paceAfter = (...attempts: [number, number][]) =>
  attempts.reduce<Pace | undefined>(
    (pace, [second, milliseconds]) => measure(pace, milliseconds, at(second), promptSeconds),
    undefined,
  );

describe('the pace of a receiver (prompt or slow)', () => {
  test('a receiver is prompt after its first prompt answer', () => {
    expect(paceAfter([0, 499])).toEqual({ isPrompt: true, milliseconds: 499, slowTimes: 0 });
    expect(paceAfter([0, 499], [1, 20])).toEqual({ isPrompt: true, milliseconds: 499, slowTimes: 0 });
  });

  test('a receiver is slow for a minute after one slow answer', () => {
    const slowUntil = at(60).toISOString();
    const slow = { isPrompt: false, milliseconds: 500, slowTimes: 1, slowUntil };
    expect(paceAfter([0, 500])).toEqual(slow);
    expect(paceAfter([0, 500], [59, 10])).toEqual(slow);
    expect(paceAfter([0, 500], [59, 2_000])).toEqual(slow);
    expect(paceAfter([0, 500], [60, 10])).toEqual({ ...slow, isPrompt: true, milliseconds: 10 });
  });

  test('a receiver stays slow for twice as long after each further slow answer, up to a day', () => {
    let pace: Pace | undefined;
    let now = 0;
    const waits: number[] = [];
    for (let time = 0; time < 13; time++) {
      pace = measure(pace, 1_700, at(now), promptSeconds);
      const until = (Date.parse(pace.slowUntil ?? '') - at(0).getTime()) / 1000;
      waits.push(until - now);
      now = until;
      pace = measure(pace, 10, at(now), promptSeconds);
    }

    const doubling = [60, 120, 240, 480, 960, 1_920, 3_840, 7_680, 15_360, 30_720, 61_440];
    expect(waits).toEqual([...doubling, 86_400, 86_400]);
  });

  test('the pace of a receiver is reset a day after it was last slow', () => {
    const before = paceAfter([0, 1_700], [60, 10], [86_460, 1_700]);
    const later = paceAfter([0, 1_700], [60, 10], [86_461, 1_700]);

    expect([before?.slowTimes, later?.slowTimes]).toEqual([2, 1]);
  });

  test('an unchanged pace is returned as the same object', () => {
    const [prompt, slow] = [paceAfter([0, 1]), paceAfter([0, 1_700])];

    expect(measure(prompt, 2, at(1), promptSeconds)).toBe(prompt);
    expect(measure(slow, 2, at(1), promptSeconds)).toBe(slow);
  });
});
