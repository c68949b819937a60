import { describe, expect, onTestFinished, test } from 'vitest';
import { makeHandler } from '../../functions/synthetic.ts';
import type { Deps } from '../../lib/app/deps.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { makeOutbound, type OutboundCall } from '../../lib/platform/outbound.ts';
import { accountIdOf, openOperator, refused } from '../support/admin.ts';
import { openTenant, sendInProcess } from '../support/api.ts';
import { serve } from '../support/front.ts';
import { type Counted, collecting, openStack } from '../support/stack.ts';
import { allRows } from '../support/tables.ts';

/** Opens a separate stage behind an HTTP server, and records the requests of the synthetic payment. */
async function openStage(change: object = {}) {
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
    config: { ...stack.config, BASE_URL: front.url, ...change },
  };
  return {
    stack,
    counted,
    asked,
    later: (seconds: number) => {
      now += seconds * 1_000;
    },
    run: (other: Partial<typeof world> = {}) => makeHandler({ ...world, ...other })(),
    world,
    lines: stack.lines,
    async rows() {
      const { CASHOUTS_TABLE = [], MARKERS_TABLE = [] } = await allRows(stack);
      return {
        cashouts: CASHOUTS_TABLE as Cashout[],
        kept: (MARKERS_TABLE as { id: string; sealed?: string }[]).filter(({ sealed }) => sealed),
      };
    },
  };
}

describe('the synthetic payment of a stage with a sandbox', () => {
  test('the synthetic payment is one cashout every five minutes, of a company that is opened once', {
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
    expect(stage.counted.filter(([name]) => name === 'SyntheticPassed')).toHaveLength(3);
    expect(stage.asked.filter((call) => call === 'POST /sandbox/tenants')).toHaveLength(1);
    const steps = stage.asked.filter((call, index) => call !== stage.asked[index - 1]);
    expect(steps).toEqual([
      'POST /sandbox/tenants',
      ...['POST /oauth2/token', 'POST /create-cashout', 'POST /approve-cashout', 'GET /v3/cashouts/ID'],
      // The run is in the same five minutes, so it gets the same cashout, which has ended.
      ...['POST /oauth2/token', 'POST /create-cashout'],
      ...['POST /oauth2/token', 'POST /create-cashout', 'POST /approve-cashout', 'GET /v3/cashouts/ID'],
    ]);
    expect(kept.map(({ id, sealed }) => [id, sealed?.slice(0, 3)])).toEqual([['synthetic', 'v1.']]);
  });

  test('one company is opened for the synthetic payment even if two first runs are concurrent', {
    tags: 'dear',
  }, async () => {
    const stage = await openStage();

    expect(await Promise.all([stage.run(), stage.run()])).toEqual([{ passed: true }, { passed: true }]);
    stage.later(300);
    await stage.run();

    const { cashouts, kept } = await stage.rows();
    expect(kept).toHaveLength(1);
    expect(cashouts).toHaveLength(2);
    expect(new Set(cashouts.map(({ account }) => account.number)).size).toBe(1);
  });

  test('a failed synthetic payment counts no success and reports the failed step, without the content of the answer', async () => {
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
        return message === 'synthetic payment failed' ? [outcome] : [];
      });
    };

    expect(await failures({ outbound: failing('/oauth2', 503) })).toEqual(['oauth2: 503']);
    expect(await failures({ outbound: failing('/create', 429) })).toEqual(['create-cashout: 429']);
    expect(await failures({ outbound: async () => ({ kind: 'timeout' }) })).toEqual(['oauth2: timeout']);
    expect(await failures({ outbound: failing('/approve', 200) })).toEqual(['failed']);
    expect(stage.counted.filter(([name]) => name === 'SyntheticPassed')).toEqual([]);
  });

  test('a synthetic payment that does not end in time is reported', async () => {
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

describe('the synthetic payment of a stage with real money', () => {
  /** Opens a stage whose operator has named an account of the institution. */
  async function openStarted(pays: boolean) {
    const stage = await openStage();
    const ana = openOperator(stage.stack);
    const tenant = await openTenant(sendInProcess(stage.stack));
    const start = (more: object = {}, deps?: Deps) =>
      ana.ask(
        'synthetic start',
        { account: accountIdOf(tenant), key: 'fulano@example.com', pays, ...more },
        deps,
      );
    return { stage, ana, tenant, start, started: await start() };
  }

  test('an operator starts it, and sees no secret of its client, which may only create and approve', async () => {
    const { ana, tenant, started } = await openStarted(false);

    expect(started).toEqual({
      worked: true,
      message: 'Synthetic payment started',
      client_id: expect.any(String),
      user_id: expect.any(String),
      account: accountIdOf(tenant),
      key: 'fulano@example.com',
      pays: false,
    });
    const { policies, audience } = await ana.ask('client show', { client: started.client_id });
    expect([audience, policies]).toMatchObject(['api', [{ account: accountIdOf(tenant) }]]);
    expect(policies[0].rights.sort()).toEqual(['APPROVE', 'CREATE']);
  });

  test('without `pays` it only foretells the payment, and fails if the payment would not be allowed', async () => {
    const { stage, tenant } = await openStarted(false);

    expect(await stage.run()).toEqual({ passed: true });
    expect(stage.asked).toEqual(['POST /oauth2/token', 'POST /v3/cashouts/preflight']);
    expect((await stage.rows()).cashouts).toEqual([]);
    await openOperator(stage.stack).freeze('account', accountIdOf(tenant));
    expect(await stage.run()).toEqual({ passed: false });
    expect(stage.lines.some((line) => line.includes('"outcome":"the preflight is not allowed"'))).toBe(true);
  });

  test('with `pays` it pays 0.01 from the account', { tags: 'dear' }, async () => {
    const { stage, tenant } = await openStarted(true);

    expect(await stage.run()).toEqual({ passed: true });
    expect((await stage.rows()).cashouts).toMatchObject([
      { status: 'SUCCESS', request: { amountCents: 1 }, companyId: tenant.company_id },
    ]);
  });

  test('another start closes the client that it had before', async () => {
    const { stage, ana, start, started } = await openStarted(false);

    const again = await start({ key: 'caixa@padaria.example' });

    expect(await ana.ask('client show', { client: started.client_id })).toMatchObject({ active: false });
    expect(await ana.ask('client show', { client: again.client_id })).toMatchObject({ active: true });
    expect((await stage.rows()).kept).toHaveLength(1);
  });

  test('of two starts at once one is done, and no other client stays open', async () => {
    const { stage, ana, tenant, start, started } = await openStarted(false);

    // Both have read the payer before one of them replaces it.
    const { deps } = stage.stack;
    const { promise: bothHaveRead, resolve } = Promise.withResolvers<void>();
    let reads = 0;
    const find = async () => {
      const payer = await deps.synthetic.find();
      reads += 1;
      if (reads === 2) resolve();
      await bothHaveRead;
      return payer;
    };
    const together = { ...deps, synthetic: { ...deps.synthetic, find } };

    const both = await Promise.all([start({}, together), start({}, together)]);

    expect(both.map(({ worked }) => worked).sort()).toEqual([false, true]);
    const { clients } = await ana.ask('client list', { company: tenant.company_id });
    const open = clients.filter((one: { user_name: string; active: boolean }) => one.active && one.user_name);
    expect(open).toMatchObject([{ client_id: both.find(({ worked }) => worked)?.client_id }]);
    expect(started.client_id).not.toBe(open[0].client_id);
    expect((await stage.rows()).kept).toHaveLength(1);
  });

  test('the company of the paid key does not see the start, and the company of the account does', async () => {
    const { ana, tenant, start, stage } = await openStarted(false);
    const other = await openTenant(sendInProcess(stage.stack));
    await start({ key: other.accounts[0]?.pix_key });

    const seen = async (id: string) =>
      (await ana.ask('audit show', { subject: { kind: 'company', id } })).entries;
    const named = (entries: { action: string }[]) => entries.map(({ action }) => action);
    expect(named(await seen(other.company_id))).not.toContain('synthetic start');
    expect(named(await seen(tenant.company_id))).toContain('synthetic start');
  });

  test('an unknown account starts nothing, and without a start the payment fails', async () => {
    const stage = await openStage({ SANDBOX_KEY: undefined });
    const ana = openOperator(stage.stack);

    expect(
      await ana.ask('synthetic start', { account: '0001/999999999', key: 'fulano@example.com' }),
    ).toEqual(refused('Account not found'));
    expect(await stage.run()).toEqual({ passed: false });
    expect(stage.lines.some((line) => line.includes('"outcome":"nobody has started it"'))).toBe(true);
  });
});
