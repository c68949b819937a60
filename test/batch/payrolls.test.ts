// Events during the payment of a payroll: the night begins, an approver is frozen, money goes, keys are unknown, a payment comes
// back, an answer or a worker is lost. Each step starts only five lines, so that a small batch takes several steps.

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { tallyOf } from '../../lib/batch/tally.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openOperator } from '../support/admin.ts';
import { type Caller, openCaller, sendInProcess } from '../support/api.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { setRules } from '../support/rules.ts';
import { sweep } from '../support/sweep.ts';
import { linesTo, useBatches } from './scene.ts';

/** The keys that were looked up in the directory. Keys that begin with `nobody` are unregistered. */
const lookups: string[] = [];

const its = useBatches((deps) => ({
  ...deps,
  config: { ...deps.config, BATCH_LINES_PER_SECOND: 1 },
  network: {
    ...deps.network,
    resolveKey: async (key, ...more) => {
      lookups.push(key);
      return key.startsWith('nobody') ? { kind: 'not_found' } : deps.network.resolveKey(key, ...more);
    },
  },
}));

const post = (caller: Caller, id: string, what: string, more = {}) =>
  caller.post(`/v3/batches/${id}/${what}`, { id, ...more });

/** Creates and approves a batch, and starts its first five lines. */
async function begun(caller: Caller, count: number, approver = caller) {
  const batch = await its.waiting(caller, linesTo(count));
  await its.approve(approver, batch);
  await its.step();
  return batch;
}

/** Marks the first lines of a batch as paid, instead of running the steps that pay them. */
async function notePaid(id: string, count: number): Promise<void> {
  const { batches } = its.used.stack.deps;
  const batch = (await batches.get(id)) as Batch;
  const read = await batches.getPages(batch, [...batch.tallies.keys()]);
  const pages = read.map(({ index, lines }) => ({
    index,
    lines: lines.map((line) =>
      line.record > count ? line : { ...line, progress: { ...line.progress, state: 'paid' as const } },
    ),
  }));
  await batches.move(batch, { set: { tallies: pages.map(({ lines }) => tallyOf(lines)) } }, pages);
}

/** The payee of a line sends its ten reais back. */
async function giveBack(id: string, lineId: string): Promise<void> {
  const line = (await its.linesOf(id)).find((one) => one.lineId === lineId);
  const cashoutId = line?.progress.cashoutId as number;
  await applyNetworkEvent(its.deps(), {
    version: 1,
    kind: 'payment_returned',
    cashoutId,
    returnId: `D99999011203106101200${cashoutId}`,
    amountCents: 1_000,
    code: 'MD06',
    parked: 0,
  });
  expect((await its.used.stack.deps.cashouts.get(cashoutId))?.status).toBe('REFUNDED');
}

describe('a limit during a payroll', () => {
  test('a batch is refused if its line 300 exceeds the daily limit, and each line from there on has the reason', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { limit: { limit: 'per_day', amount: '2995.00' } });
    const batch = await its.waiting(caller, linesTo(310));

    expect(batch).toMatchObject({ status: 'REFUSED', wrong_lines: 11 });
    const wrong = (await its.linesOf(batch.id)).filter(({ progress }) => progress.reasons);
    expect(wrong.map(({ record, progress }) => [record, progress.reasons])).toEqual(
      Array.from({ length: 11 }, (_, index) => [300 + index, ['Rule: limit per day']]),
    );
  });

  test('a batch in progress at 20:00 pauses at the nightly limit, and is paid after it is resumed by day', async () => {
    its.clock.now = new Date('2031-06-10T19:59:50.000-03:00');
    const caller = await its.open();
    await setRules(its.used.stack, caller, { limit: { limit: 'per_night', amount: '30.00' } });
    const { id } = await begun(caller, 10);
    await its.pay(id);
    its.clock.now = new Date('2031-06-10T20:00:00.000-03:00');
    await its.finish(id);
    expect(await its.show(caller, id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'limits' },
      counts: { paid: { lines: 5 }, waiting: { lines: 5 } },
    });

    its.clock.now = new Date('2031-06-11T06:00:00.000-03:00');
    const later = await its.again(caller);
    await post(later, id, 'resume');
    await its.finish(id);
    expect(await its.show(later, id)).toMatchObject({ status: 'FINISHED', counts: { paid: { lines: 10 } } });
  });
});

describe('a partly paid batch', () => {
  test('a partly paid batch pauses if its approver is frozen, and is paid after the thaw and a resumption', async () => {
    const caller = await its.open();
    const approver = await its.colleague(caller);
    const { id } = await begun(caller, 10, approver);
    await its.pay(id);
    const operator = openOperator(its.used.stack);
    await operator.freeze('client', approver.tenant.client_id);
    await its.finish(id);
    expect(await its.show(caller, id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'frozen' },
      counts: { paid: { lines: 5 }, waiting: { lines: 5 } },
    });

    await operator.thaw('client', approver.tenant.client_id);
    await post(caller, id, 'resume');
    await its.finish(id);
    expect((await its.show(caller, id)).counts).toMatchObject({ paid: { lines: 10 } });
  });

  test('a partly paid batch pauses if the funds run out after line 2,500 of 5,000, and no line fails', async () => {
    const caller = await its.open(50_000);
    const batch = await its.waiting(caller, linesTo(5_000));
    await its.approve(caller, batch);
    await notePaid(batch.id, 2_500);
    const single = { ...caller.source, amount: 49_960, key: 'other@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout-self-approve', single)).body;
    await takeStep(its.deps(), id);
    its.sent.length = 0;
    await runBatch(its.deps(), batch.id);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'insufficient_funds' },
      counts: { paid: { lines: 2_500 }, waiting: { lines: 2_500 }, failed: { lines: 0 } },
    });
  });
});

describe('unregistered keys in a batch', () => {
  const nobody = (count: number) => linesTo(count, 10, (n) => `nobody${n}@sandbox.pix`);

  test('twenty unregistered keys in a row pause the batch, and no further key is looked up', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, nobody(60));
    await its.approve(caller, batch);
    lookups.length = 0;
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'unknown_keys' },
      counts: { failed: { lines: 20 }, waiting: { lines: 40 } },
    });
    expect(lookups).toEqual(Array.from({ length: 20 }, (_, index) => `nobody${index + 1}@sandbox.pix`));
  });

  test('each key of the lines in progress at the pause is looked up once, and no other key is looked up', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, nobody(60));
    await its.approve(caller, batch);
    lookups.length = 0;
    for (let steps = 0; steps < 6; steps++) await its.step();
    await its.pay(batch.id);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      counts: { failed: { lines: 30 }, waiting: { lines: 30 } },
    });
    expect([lookups.length, new Set(lookups).size]).toEqual([30, 30]);
  });
});

describe('a payment of a batch that its payee returns', () => {
  const retry = (caller: Caller, id: string, total_lines: number, total_amount: number) =>
    caller.post(
      `/v3/batches/${id}/retry`,
      { id, total_lines, total_amount },
      { 'idempotency-key': randomUUID() },
    );
  const lines = linesTo(3, 10, (n) => (n === 3 ? 'ab09@sandbox.pix' : `p${n}@sandbox.pix`));

  test('a payment returned before the end of the batch counts as refunded, and no retry pays it again', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, lines);
    await its.approve(caller, batch);
    await its.step();
    await its.pay(batch.id);
    await giveBack(batch.id, 'line-1');
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'FINISHED',
      counts: { paid: { lines: 1 }, refunded: { lines: 1, amount: 10 }, failed: { lines: 1 } },
    });
    expect((await retry(caller, batch.id, 2, 20)).status).toBe(422);
    const { body } = await retry(caller, batch.id, 1, 10);
    expect((await its.linesOf(body.id)).map(({ lineId }) => lineId)).toEqual(['line-3']);
  });

  test('a payment returned after the end of the batch changes no count, and no retry pays it again', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, lines);
    await its.approve(caller, batch);
    await its.finish(batch.id);
    const { counts } = await its.show(caller, batch.id);
    await giveBack(batch.id, 'line-1');
    await runBatch(its.deps(), batch.id);

    expect((await its.show(caller, batch.id)).counts).toEqual(counts);
    expect((await retry(caller, batch.id, 2, 20)).status).toBe(422);
    const { body } = await retry(caller, batch.id, 1, 10);
    expect((await its.linesOf(body.id)).map(({ lineId }) => lineId)).toEqual(['line-3']);
  });
});

describe('a lost answer or a dead worker', () => {
  test('a batch whose creation was not answered is returned by a repeated call, and the sweep sends it to a worker', async () => {
    const caller = await its.open();
    const deps = its.deps();
    const insert: typeof deps.batches.insert = async (...given) => {
      await deps.batches.insert(...given);
      throw new Error('the answer is lost');
    };
    const losing: Deps = { ...deps, batches: { ...deps.batches, insert } };
    const loser = await openCaller(sendInProcess(its.used.stack, losing), caller.tenant);
    const key = randomUUID();
    expect((await its.create(loser, linesTo(2), {}, key)).status).toBeGreaterThanOrEqual(500);
    const { status, body, headers } = await its.create(caller, linesTo(2), {}, key);
    expect([status, headers['idempotent-replayed'], its.sent]).toEqual([200, 'true', []]);

    its.wait(120);
    await sweep(its.deps(), 'batches');
    // The sweep also sends other due batches.
    const message = its.sent.find(({ id }) => id === body.id);
    expect(message).toBeDefined();
    await runBatch(its.deps(), body.id, message?.revision);
    expect((await its.show(caller, body.id)).status).toBe('AWAITING_APPROVAL');
  });

  test('a create repeated during the payment of the batch returns its current state, and pays nothing more', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const { body: batch } = await its.create(caller, linesTo(10), {}, key);
    await its.step();
    await its.approve(caller, batch);
    await its.step();
    const { body } = await its.create(caller, linesTo(10), {}, key);
    expect(body).toMatchObject({ id: batch.id, status: 'PAYING', counts: { processing: { lines: 5 } } });

    await its.finish(batch.id);
    expect((await its.show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 10, amount: 100 } });
  });

  test('each line has one cashout if a worker dies after line 4,999 of 5,000', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(5_000));
    await its.approve(caller, batch);
    await notePaid(batch.id, 4_995);
    its.sent.length = 0;
    const deps = its.deps();
    const createCashouts: typeof deps.batches.createCashouts = async (id, cashouts) => {
      await deps.batches.createCashouts(id, cashouts.slice(0, 4));
      throw new Error('the worker dies');
    };
    const dying: Deps = { ...deps, batches: { ...deps.batches, createCashouts } };
    await expect(runBatch(dying, batch.id)).rejects.toThrow('the worker dies');
    await runBatch(its.deps(), batch.id);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'FINISHED',
      counts: { paid: { lines: 5_000, amount: 50_000 } },
    });
    const { postedCents } = await expectLedgerAddsUp(its.used.stack, caller.tenant);
    expect(postedCents).toBe(10_000_000 - 5 * 1_000);
  });
});
