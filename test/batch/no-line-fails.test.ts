// Shows that no line fails for a reason that pauses the batch, and that lines say what became of them for as long as the
// batch can be read.

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { setRules } from '../support/rules.ts';
import { linesTo, useBatches } from './scene.ts';

const its = useBatches();

const resume = (caller: Caller, id: string) => caller.post(`/v3/batches/${id}/resume`, { id });
const show = async (caller: Caller, id: string) => its.show(await its.again(caller), id);

/** Takes all look-up tokens of a user, as other batches with wrong payees do. */
async function emptyBudget({ tenant }: Caller): Promise<void> {
  const { lookups } = its.deps();
  while (await lookups.hasTokens(tenant.user_id)) await lookups.charge(tenant.user_id, 'missed');
}

/** Starts the first lines of an approved batch. Nothing is held yet. */
async function begun(caller: Caller, count: number) {
  const batch = await its.waiting(caller, linesTo(count));
  await its.approve(caller, batch);
  await its.step();
  return batch;
}

describe('a batch whose user has no look-ups left', () => {
  test('the batch pauses with its own reason and a time, and is paid completely after a resumption at that time', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(40));
    await its.approve(caller, batch);
    await emptyBudget(caller);
    await its.finish(batch.id);

    const paused = await its.show(caller, batch.id);
    const until = new Date(its.clock.now.getTime() + 20_000).toISOString();
    expect(paused).toMatchObject({ status: 'PAUSED', paused: { reason: 'lookups', until } });
    expect(paused.counts).toMatchObject({ waiting: { lines: 40 }, failed: { lines: 0 } });

    its.clock.now = new Date(until);
    await resume(caller, batch.id);
    await its.finish(batch.id);
    expect((await show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 40 } });
  });

  test('lines that had started when the last look-up was used wait again, and none fails', async () => {
    const caller = await its.open();
    const batch = await begun(caller, 40);
    await emptyBudget(caller);
    await its.pay(batch.id);
    await its.finish(batch.id);

    expect((await its.show(caller, batch.id)).counts).toMatchObject({
      waiting: { lines: 40 },
      failed: { lines: 0 },
    });
    its.wait(3_600);
    await resume(await its.again(caller), batch.id);
    await its.finish(batch.id);
    expect((await show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 40 } });
    expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(10_000_000 - 40_000);
  });

  test('no more lines start than the look-ups that are left cover', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(40));
    await its.approve(caller, batch);
    await emptyBudget(caller);
    its.wait(60);
    await its.step();

    expect((await its.show(caller, batch.id)).counts).toMatchObject({
      processing: { lines: 3 },
      waiting: { lines: 37 },
    });
  });
});

describe('lines that had started when', () => {
  test.each<[string, string, (caller: Caller) => Promise<unknown>]>([
    [
      'a single payout used up the limit of the day',
      'limits',
      async (caller) => {
        await setRules(its.used.stack, caller, { limit: { limit: 'per_day', amount: '460.00' } });
        const single = { ...caller.source, amount: 455, key: 'other@sandbox.pix' };
        const { id } = (await caller.post('/create-cashout-self-approve', single)).body;
        await takeStep(its.deps(), id);
      },
    ],
    [
      'a single payout took the money',
      'insufficient_funds',
      async (caller) => {
        const single = { ...caller.source, amount: 99_999, key: 'other@sandbox.pix' };
        const { id } = (await caller.post('/create-cashout-self-approve', single)).body;
        await takeStep(its.deps(), id);
      },
    ],
    [
      'the account was frozen',
      'frozen',
      (caller) => openOperator(its.used.stack).freeze('account', accountIdOf(caller.tenant)),
    ],
  ])('%s wait again, and the batch pauses (%s)', async (_, reason, happen) => {
    const caller = await its.open();
    const batch = await begun(caller, 40);
    await happen(caller);
    await its.pay(batch.id);
    await its.finish(batch.id);

    const paused = await its.show(caller, batch.id);
    expect([paused.status, paused.paused.reason]).toEqual(['PAUSED', reason]);
    expect(paused.counts).toMatchObject({
      waiting: { lines: 40 },
      cancelled: { lines: 0 },
      failed: { lines: 0 },
    });
  });

  test('a batch that is paused for a limit of the day says when the next day begins, and is paid then', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { limit: { limit: 'per_day', amount: '300.00' } });
    const batch = await begun(caller, 30);
    const single = { ...caller.source, amount: 10, key: 'other@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout-self-approve', single)).body;
    await takeStep(its.deps(), id);
    await its.pay(batch.id);
    await its.finish(batch.id);

    const { paused } = await its.show(caller, batch.id);
    expect(paused.until).toMatch(/T03:00:00.000Z$/);
    its.clock.now = new Date(paused.until);
    await resume(await its.again(caller), batch.id);
    await its.finish(batch.id);
    expect((await show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 30 } });
  });
});

test('a line with a key of its own that had to wait again is paid once, although its key is sent again by itself', async () => {
  const caller = await its.open();
  const own = randomUUID();
  const lines = linesTo(1).map((line) => ({ ...line, idempotency_key: own }));
  const batch = await its.waiting(caller, lines);
  await its.approve(caller, batch);
  await its.step();
  await emptyBudget(caller);
  await its.pay(batch.id);
  await its.finish(batch.id);
  its.wait(3_600);
  const by = await its.again(caller);
  await resume(by, batch.id);
  await its.finish(batch.id);

  const content = { ...caller.source, amount: 10, key: 'p1@sandbox.pix' };
  const again = await by.post('/create-cashout-self-approve', content, { 'idempotency-key': own });

  expect(again.status).toBe(409);
  expect((await show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 1 } });
  expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(10_000_000 - 1_000);
});

describe('the lines of an ended batch', () => {
  test('a paid line that comes back after the end is refunded in counts, lines and results', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(130));
    await its.approve(caller, batch);
    await its.finish(batch.id);
    const line = (await its.linesOf(batch.id))[120];
    const cashoutId = line?.progress.cashoutId as number;

    await applyNetworkEvent(its.deps(), {
      version: 1,
      kind: 'payment_returned',
      cashoutId,
      returnId: `D99999011202611211200${cashoutId}`,
      amountCents: 1_000,
      code: 'MD06',
      parked: 0,
    });
    await its.step();

    const { status, counts } = await its.show(caller, batch.id);
    expect([status, counts.paid.lines, counts.refunded]).toEqual(['FINISHED', 129, { lines: 1, amount: 10 }]);
    const { body } = await caller.get(`/v3/batches/${batch.id}/lines?status=refunded`);
    expect(body.results).toMatchObject([{ line_id: 'line-121', id: cashoutId, status: 'refunded' }]);
  });

  test('the lines of a rejected batch and of an expired batch are not_started, with the reason', async () => {
    const caller = await its.open();
    const [rejected, expired] = [
      await its.waiting(caller, linesTo(2)),
      await its.waiting(caller, linesTo(3)),
    ];
    await caller.post(`/v3/batches/${rejected.id}/stop`, { id: rejected.id, reason: 'Wrong month' });
    its.wait(8 * 86_400);
    await runBatch(its.deps(), expired.id);
    const by = await its.again(caller);
    const seen = async (id: string) => {
      const { status, counts } = await its.show(by, id);
      const { body } = await by.get(`/v3/batches/${id}/lines`);
      const lines = body.results.map((line: { status: string; erro_descriptor: string }) => [
        line.status,
        line.erro_descriptor,
      ]);
      return [status, counts.waiting.lines, counts.not_started.lines, lines[0]];
    };

    expect(await seen(rejected.id)).toEqual(['CANCELLED', 0, 2, ['not_started', 'The batch was stopped']]);
    expect(await seen(expired.id)).toEqual([
      'EXPIRED',
      0,
      3,
      ['not_started', 'The batch was not approved in time'],
    ]);
  });
});
