import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  batchMax,
  clientWindowMs,
  freeMax,
  judge,
  type LimitState,
  limitFields,
  settle,
  takingOf,
} from '../../lib/access/client-limit.ts';

const limit = { perSecond: 50, burst: 100 };
const start = Date.parse('2026-11-22T12:00:00Z');

/** Judges one request. If the limiter has to ask the table, `grant` is the table's answer. */
function step(state: LimitState | undefined, time: number, grant = { granted: true, fullAt: time }) {
  const verdict = judge(state, limit, time);
  if (verdict.is !== 'to ask') return { ...verdict, batch: 0 };
  const settled = settle(verdict.state, limit, time, verdict.batch, grant);
  return { is: grant.granted ? 'granted' : 'denied', state: settled, batch: verdict.batch };
}

/** Returns the state of a container that has used its free requests, so that the next request asks the table. */
function afterFree(time = start): LimitState {
  let state: LimitState | undefined;
  for (let request = 0; request < freeMax(limit); request++) ({ state } = step(state, time));
  return state as LimitState;
}

describe('the rate limiter in a container', () => {
  test('the limiter accepts a twenty-fifth of the rate in each window without a call to the table', () => {
    expect(freeMax(limit)).toBe(20);
    expect(freeMax({ perSecond: 1, burst: 1 })).toBe(1);
    const state = afterFree();

    expect(judge(state, limit, start + clientWindowMs - 1).is).toBe('to ask');
    expect(judge(state, limit, start + clientWindowMs).is).toBe('passed');
  });

  test('the limiter doubles its batch, up to the tokens of half a second, if the last batch lasted under two seconds', () => {
    let state: LimitState | undefined = afterFree();
    const batches: number[] = [];
    for (let request = 0; request < 200; request++) {
      const done = step(state, start + request);
      state = done.state;
      if (done.batch > 0) batches.push(done.batch);
    }

    expect(batches).toEqual([1, 2, 4, 8, 16, 25, 25, 25, 25, 25, 25, 25]);
    expect(batchMax(limit)).toBe(25);
  });

  test('the limiter halves its batch, down to a batch of one, if the last batch lasted two seconds or longer', () => {
    let state: LimitState | undefined = { ...afterFree(), askedAt: start, batch: 8 };
    const batches: number[] = [];
    for (let turn = 1; batches.length < 5; turn++) {
      const done = step({ ...state, tokens: 0 }, start + turn * 2000);
      state = done.state;
      batches.push(done.batch);
    }

    expect(batches).toEqual([4, 2, 1, 1, 1]);
  });

  test('the limiter has its full allowance again after a whole window without a request', () => {
    const { state } = step(afterFree(), start);

    expect(judge(state, limit, start + clientWindowMs - 1).is).toBe('to ask');
    const calm = judge(state, limit, start + clientWindowMs);
    expect(calm).toMatchObject({ is: 'passed', state: { free: 1, tokens: 0 } });
  });

  test('after a refusal by the limit row, the limiter refuses for one second, and then requests the same batch again', () => {
    const busy = { ...afterFree(), askedAt: start, batch: 8, tokens: 0 };
    const { state } = step(busy, start + 10, { granted: false, fullAt: start + 2000 });

    expect(judge(state, limit, start + 10).is).toBe('refused');
    expect(judge(state, limit, start + 1009).is).toBe('refused');
    expect(judge(state, limit, start + 1010)).toMatchObject({ is: 'to ask', batch: 8 });
  });

  test('the limiter refuses for longer if the bucket takes longer to refill', () => {
    const { state } = step(afterFree(), start, { granted: false, fullAt: start + 5000 });

    // All tokens of the bucket except one are refilled in 1,980 ms.
    expect(judge(state, limit, start + 3019).is).toBe('refused');
    expect(judge(state, limit, start + 3020).is).toBe('to ask');
    expect(limitFields(limit, state, start)).toMatchObject({ 'retry-after': '4' });
  });

  test('the limiter accepts a request after the clock was set back by an hour', () => {
    const { state: refused } = step(afterFree(), start, { granted: false, fullAt: start + 2000 });
    const earlier = start - 3_600_000;

    expect(judge(refused, limit, earlier).is).toBe('passed');
    expect(judge(afterFree(), limit, earlier).is).toBe('passed');
  });
});

describe('the rate limit headers', () => {
  const policy = { 'ratelimit-policy': '"client";q=100;w=2' };

  test('the headers have only the policy while the remaining number of requests is unknown', () => {
    const { state } = step(undefined, start);

    expect(limitFields(limit, state, start)).toEqual(policy);
  });

  test('the remaining number of requests is the sum of the row’s tokens and the unused batch', () => {
    const { state } = step(afterFree(), start, { granted: true, fullAt: start + 500 });
    const withBatch = { ...state, tokens: 7 };

    expect(limitFields(limit, withBatch, start)).toEqual({ ...policy, ratelimit: '"client";r=82;t=2' });
    // The batch is from an earlier window, so it no longer counts.
    expect(limitFields(limit, withBatch, start + clientWindowMs)).toEqual(policy);
  });

  test('the headers never promise more than the bucket, nor a faster rate than the limit', () => {
    const ofFull = { ...afterFree(), askedAt: start, fullAt: start - 5000, tokens: 25 };
    const ofEmpty = { ...ofFull, fullAt: start + 9000, tokens: 0 };

    expect(limitFields(limit, ofFull, start)).toMatchObject({ ratelimit: '"client";r=100;t=2' });
    expect(limitFields(limit, ofEmpty, start)).toMatchObject({ ratelimit: '"client";r=0;t=1' });
  });

  test('the headers are structured fields as in the IETF draft, and the window of a refusal ends at Retry-After', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: -60_000, max: 60_000 }),
        fc.integer({ min: 0, max: 25 }),
        fc.nat(12_000),
        fc.boolean(),
        (perSecond, more, full, tokens, later, isRefused) => {
          const any = { perSecond, burst: perSecond + more };
          const refusedMs = isRefused ? 1000 + later : 0;
          const state = { windowAt: start, free: 0, askedAt: start, batch: 1, tokens, refusedMs };
          const fields = limitFields(any, { ...state, fullAt: start + full }, start + later);

          expect(fields['ratelimit-policy']).toMatch(/^"client";q=[1-9]\d*;w=[1-9]\d*$/);
          const [, r, t] =
            /^"client";r=(\d+);t=([1-9]\d*)$/.exec(fields.ratelimit ?? '"client";r=0;t=1') ?? [];
          expect(Number(r)).toBeLessThanOrEqual(any.burst);
          expect(Number(r) / Number(t)).toBeLessThanOrEqual(perSecond);
          if (!isRefused) return;
          expect([fields['retry-after'], r]).toEqual([t, '0']);
        },
      ),
    );
  });
});

describe('a call that counts as many requests', () => {
  const asked = { windowAt: start, free: 20, askedAt: start, batch: 8, tokens: 5, refusedMs: 0 };

  test('the call is accepted without a call to the table if the container’s allowance covers all of its requests', () => {
    expect(judge(undefined, limit, start, 20)).toMatchObject({ is: 'passed', state: { free: 20 } });
    expect(judge(asked, limit, start, 5)).toMatchObject({ is: 'passed', state: { tokens: 0 } });
  });

  test('the tokens that the allowance does not cover are requested from the limit row', () => {
    expect(judge(undefined, limit, start, 21)).toMatchObject({ is: 'to ask', batch: 21 });
    const verdict = judge(asked, limit, start, 100);
    expect(verdict).toMatchObject({ is: 'to ask', batch: 95 });

    const settled = settle(asked, limit, start, 95, { granted: true, fullAt: start }, 100);

    // The next call counts as one request. The size of its batch is limited as usual.
    expect(settled).toMatchObject({ tokens: 0, batch: batchMax(limit) });
  });

  test('the call cannot use tokens of an expired window', () => {
    const later = start + clientWindowMs;
    const verdict = judge(asked, limit, later, 30);

    expect(verdict).toMatchObject({ is: 'to ask', batch: 30, state: { tokens: 0 } });
  });

  test('the bucket counts as full only if it is full even at the slowest rate', () => {
    const slow = { perSecond: 1, burst: 1 };
    const { lastTaken, span, beyond } = takingOf(slow, start, 100);

    expect(lastTaken + span).toBeLessThan(beyond);
  });
});

test('the limit row grants a batch while tokens remain, and a time far in the future counts as a full bucket', () => {
  const taking = takingOf(limit, start, 5);

  expect(taking).toEqual({
    full: start,
    lastTaken: start + 1980,
    beyond: start + 4000 + 60_000,
    span: 100,
  });
});
