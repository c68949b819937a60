import { describe, expect, test } from 'vitest';
import { type Attempt, afterFailure, judge, nextWait, restSeconds } from '../../lib/webhook/delivery.ts';
import { healthy, rotate, signingSecrets, type Webhook, wants } from '../../lib/webhook/webhook.ts';

const ladder = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const now = new Date('2026-11-21T12:00:00.000Z');

describe('an attempt of a delivery', () => {
  const answered = (httpStatus: number): Attempt => ({
    at: now.toISOString(),
    result: 'answered',
    httpStatus,
    milliseconds: 1,
  });

  test.each([200, 201, 202, 204, 299])('an attempt answered with %d counts as a success', (status) => {
    expect(judge(answered(status))).toBe('delivered');
  });

  test.each([100, 199, 300, 301, 302, 304, 400, 401, 404, 409, 411, 429, 500, 503])(
    'an attempt answered with %d counts as a failure',
    (status) => {
      expect(judge(answered(status))).toBe('failed');
    },
  );

  test('an attempt answered with 410 counts as a permanent refusal', () => {
    expect(judge(answered(410))).toBe('gone');
  });

  test.each(['timeout', 'no_answer', 'forbidden'] as const)(
    'an attempt that ends with %s counts as a failure',
    (result) => {
      expect(judge({ at: now.toISOString(), result, milliseconds: 1 })).toBe('failed');
    },
  );
});

describe('the next attempt of a delivery', () => {
  test('the next attempt follows growing delays, and there is none after the last delay', () => {
    const waits = Array.from({ length: 10 }, (_, step) => nextWait(ladder, step, undefined, 0));

    expect(waits).toEqual([...ladder, undefined]);
    expect(ladder.reduce((sum, wait) => sum + wait)).toBe(75 * 3_600 + 35 * 60 + 5);
  });

  test('the next attempt is delayed at random by up to a tenth of the delay', () => {
    expect([0, 0.5, 1].map((fraction) => nextWait(ladder, 1, undefined, fraction))).toEqual([300, 315, 330]);
  });

  test('the next attempt is delayed by Retry-After, but at most to twice the usual delay', () => {
    const asked = [0, 1, 299, 301, 599, 600, 601, 1e9];

    expect(asked.map((seconds) => nextWait(ladder, 1, seconds, 0))).toEqual([
      300, 300, 300, 301, 599, 600, 600, 600,
    ]);
  });
});

describe('a failing receiver', () => {
  test('a failing receiver gets no attempt during growing pauses of at most five minutes', () => {
    expect([1, 2, 3, 10, 1_000].map((failures) => restSeconds(ladder, failures))).toEqual([
      5, 300, 300, 300, 300,
    ]);
    expect([1, 2, 9].map((failures) => restSeconds([1, 2], failures))).toEqual([1, 2, 2]);
  });

  test('the webhook of a failing receiver is paused after the allowed time without a success', () => {
    const first = afterFailure(healthy, now, 'rest', 432_000);
    expect(first).toEqual({ failures: 1, failingSince: now.toISOString(), restUntil: 'rest' });

    const almost = afterFailure(first, new Date(now.getTime() + 431_999_999), 'rest', 432_000);
    expect(almost).toEqual({ ...first, failures: 2 });

    const later = new Date(now.getTime() + 432_000_000);
    expect(afterFailure(almost, later, 'rest', 432_000)).toMatchObject({
      failures: 3,
      paused: { at: later.toISOString(), reason: 'failing' },
    });
  });
});

test.each([
  ['ALL', ['CASHIN'], true],
  ['ALL', [], false],
  ['CASHOUT', ['PIX_CASHOUT_SUCCESS', 'CASHOUT'], true],
  ['PIX_CASHOUT_SUCCESS', ['PIX_CASHOUT_SUCCESS', 'CASHOUT'], true],
  ['CASHIN', ['PIX_CASHOUT_SUCCESS', 'CASHOUT'], false],
  ['INTERNAL', ['INTERNAL APPROVE'], false],
] as const)('a webhook of type %s receives an event of types %j: %s', (type, types, wanted) => {
  expect(wants({ type }, types)).toBe(wanted);
});

test('the five latest old secrets still sign for a day after their rotation', () => {
  let webhook = { secret: 'a', oldSecrets: [] as Webhook['oldSecrets'] } as Webhook;
  expect(signingSecrets(webhook, now)).toEqual(['a']);
  webhook = { ...webhook, ...rotate(webhook, 'b', now.toISOString()) };
  expect(signingSecrets(webhook, new Date(now.getTime() - 1))).toEqual(['b', 'a']);
  expect(signingSecrets(webhook, now)).toEqual(['b']);

  for (const next of 'cdefgh') webhook = { ...webhook, ...rotate(webhook, next, '2027') };
  expect(signingSecrets(webhook, now)).toEqual([...'hgfedc']);
});
