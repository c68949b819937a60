import { describe, expect, onTestFinished, test } from 'vitest';
import { makeHandler } from '../../functions/sandbox-canary.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { makeOutbound, type OutboundCall } from '../../lib/platform/outbound.ts';
import { sendInProcess } from '../support/api.ts';
import { serve } from '../support/front.ts';
import { type Counted, collecting, openStack } from '../support/stack.ts';
import { allRows } from '../support/tables.ts';

/** Opens a separate stage behind an HTTP server, and records the canary's requests. */
async function openStage() {
  const stack = await openStack({ settings: { SANDBOX_KEY: 'local' } });
  stack.startTriggers({ streams: true });
  const front = await serve(sendInProcess(stack));
  onTestFinished(async () => {
    await front.close();
    await stack.stop();
  });
  const counted: Counted[] = [];
  const asked: string[] = [];
  const over = makeOutbound({ allowLoopback: true });
  let now = Date.parse('2027-03-01T12:01:00.000Z');
  const outbound = (call: OutboundCall) => {
    asked.push(`${call.method} ${new URL(call.url).pathname.replace(/\d{6,}/, 'ID')}`);
    return over(call);
  };
  const world = {
    ...stack.with({ outbound, metrics: collecting(counted) }),
    now: () => new Date(now),
    config: { ...stack.config, BASE_URL: front.url },
  };
  return {
    counted,
    asked,
    later: (seconds: number) => {
      now += seconds * 1_000;
    },
    run: (other: Partial<typeof world> = {}) => makeHandler({ ...world, ...other })(),
    world,
    lines: stack.lines,
    async rows() {
      const { CASHOUTS_TABLE = [], SANDBOX_NETWORK_TABLE = [] } = await allRows(stack);
      return {
        cashouts: CASHOUTS_TABLE as Cashout[],
        kept: (SANDBOX_NETWORK_TABLE as { reference: string; sealed?: string }[]).filter(
          ({ sealed }) => sealed,
        ),
      };
    },
  };
}

describe('the sandbox canary', () => {
  test('the canary completes one cashout every five minutes, from a company that it opens once', {
    tags: 'dear',
  }, async () => {
    const stage = await openStage();

    expect(await stage.run()).toEqual({ passed: true });
    expect(await stage.run()).toEqual({ passed: true });
    stage.later(300);
    expect(await stage.run()).toEqual({ passed: true });

    const { cashouts, kept } = await stage.rows();
    expect(cashouts.map(({ status, request }) => [status, request.amountCents])).toEqual([
      ['SUCCESS', 1],
      ['SUCCESS', 1],
    ]);
    expect(stage.counted.filter(([name]) => name === 'CanaryPassed')).toHaveLength(3);
    expect(stage.asked.filter((call) => call === 'POST /sandbox/tenants')).toHaveLength(1);
    const steps = stage.asked.filter((call, index) => call !== stage.asked[index - 1]);
    expect(steps).toEqual([
      'POST /sandbox/tenants',
      ...['POST /oauth2/token', 'POST /create-cashout', 'POST /approve-cashout', 'GET /v3/cashouts/ID'],
      // The run is in the same five minutes, so it gets the same cashout, which has ended.
      ...['POST /oauth2/token', 'POST /create-cashout'],
      ...['POST /oauth2/token', 'POST /create-cashout', 'POST /approve-cashout', 'GET /v3/cashouts/ID'],
    ]);
    expect(kept.map(({ reference, sealed }) => [reference, sealed?.slice(0, 3)])).toEqual([
      ['canary', 'v1.'],
    ]);
  });

  test('the canary opens one company even if two first runs are concurrent', { tags: 'dear' }, async () => {
    const stage = await openStage();

    expect(await Promise.all([stage.run(), stage.run()])).toEqual([{ passed: true }, { passed: true }]);
    stage.later(300);
    await stage.run();

    const { cashouts, kept } = await stage.rows();
    expect(kept).toHaveLength(1);
    expect(cashouts).toHaveLength(2);
    expect(new Set(cashouts.map(({ account }) => account.number)).size).toBe(1);
  });

  test('a failed canary run counts no success and reports the failed step, without the content of the answer', async () => {
    const stage = await openStage();
    await stage.run();
    stage.counted.length = 0;
    const failing = (path: string, status: number) => async (call: OutboundCall) =>
      call.url.includes(path)
        ? { kind: 'answered' as const, status, headers: {}, body: Buffer.from('{"secret":1}'), isWhole: true }
        : stage.world.outbound(call);
    const failures = async (other: Parameters<typeof stage.run>[0]) => {
      const from = stage.lines.length;
      stage.later(300);
      expect(await stage.run(other)).toEqual({ passed: false });
      return stage.lines.slice(from).flatMap((line) => {
        const { message, outcome } = JSON.parse(line);
        return message === 'canary failed' ? [outcome] : [];
      });
    };

    expect(await failures({ outbound: failing('/oauth2', 503) })).toEqual(['oauth2: 503']);
    expect(await failures({ outbound: failing('/create', 429) })).toEqual(['create-cashout: 429']);
    expect(await failures({ outbound: async () => ({ kind: 'timeout' }) })).toEqual(['oauth2: timeout']);
    expect(await failures({ outbound: failing('/approve', 200) })).toEqual(['failed']);
    expect(stage.counted.filter(([name]) => name === 'CanaryPassed')).toEqual([]);
  });

  test('the canary reports a cashout that does not end in time', async () => {
    const stage = await openStage();
    let pauses = 0;
    const outbound = async (call: OutboundCall) =>
      call.method === 'GET' || call.url.includes('approve')
        ? {
            kind: 'answered' as const,
            status: 200,
            headers: {},
            body: Buffer.from('{"id":7,"status":"PROCESSING"}'),
            isWhole: true,
          }
        : stage.world.outbound(call);

    const pause = async () => {
      pauses += 1;
    };

    expect(await stage.run({ outbound, pause })).toEqual({ passed: false });
    expect(pauses).toBe(20);
    expect(stage.lines.some((line) => line.includes('"outcome":"the cashout is PROCESSING"'))).toBe(true);
  });
});
