import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { linesTo, type SentLine, useBatches } from '../batch/scene.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import { until } from '../support/api.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { askAbout, setRules } from '../support/rules.ts';
import { sweep } from '../support/sweep.ts';

const its = useBatches();

/** Returns the states of all lines, by their ids. */
const statesOf = async (id: string) =>
  Object.fromEntries((await its.linesOf(id)).map(({ lineId, progress }) => [lineId, progress.state]));

describe('the check of a batch', () => {
  test('a batch without a wrong line waits for its approval', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(3));

    expect(batch).toMatchObject({ status: 'AWAITING_APPROVAL', has_funds: true, wrong_lines: 0 });
    expect(its.sent).toEqual([]);
  });

  test('a batch that exceeds the balance waits for its approval with a warning', async () => {
    const caller = await its.open(25);

    expect(await its.waiting(caller, linesTo(3))).toMatchObject({
      status: 'AWAITING_APPROVAL',
      has_funds: false,
    });
  });

  test('a daily limit is applied to the lines in order, and refuses the whole batch', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { limit: { limit: 'per_day', amount: '25.00' } });
    const batch = await its.waiting(caller, linesTo(4));

    expect(batch).toMatchObject({
      status: 'REFUSED',
      wrong_lines: 2,
      counts: { not_started: { lines: 4, amount: 40 }, waiting: { lines: 0 } },
    });
    const { body } = await caller.get(`/v3/batches/${batch.id}/lines`);
    expect(body.results.map(({ reasons }: { reasons: string[] }) => reasons)).toEqual([
      [],
      [],
      ['Rule: limit per day'],
      ['Rule: limit per day'],
    ]);
  });

  test('a line to an unlisted payee is wrong only if the payee’s owner is known without the directory', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { payees: { payees: 'listed' } });
    await askAbout(its.used.stack, caller, 'payee add', { key: 'p1@sandbox.pix' });
    const byTaxId: SentLine = { line_id: 'cpf', amount: 10, key: '12345678909' };
    const batch = await its.waiting(caller, [...linesTo(2), byTaxId]);

    const { body } = await caller.get(`/v3/batches/${batch.id}/lines`);
    expect(body.results.map(({ line_id, reasons }: SentLine) => [line_id, reasons])).toEqual([
      ['line-1', []],
      ['line-2', []],
      ['cpf', ['Rule: payee is not on the list']],
    ]);
  });

  test.each([
    ['tell', 'AWAITING_APPROVAL'],
    ['refuse', 'REFUSED'],
  ])(
    'under the rule for duplicates with the action %s, duplicate lines make the batch %s',
    async (action, status) => {
      const caller = await its.open();
      await setRules(its.used.stack, caller, { duplicates: { rule: { within_hours: 24, action } } });
      const single = { ...caller.source, amount: 10, key: 'p1@sandbox.pix' };
      const { id } = (await caller.post('/create-cashout', single)).body;
      const batch = await its.waiting(caller, [
        ...linesTo(2),
        { line_id: 'line-2b', amount: 10, key: 'p2@sandbox.pix' },
      ]);

      expect(batch.status).toBe(status);
      const { body } = await caller.get(`/v3/batches/${batch.id}/lines`);
      const told = body.results.map((line: SentLine) => [
        line.line_id,
        line.possible_duplicate_of,
        line.same_as_line,
      ]);
      expect(told).toEqual([
        ['line-1', id, null],
        ['line-2', null, null],
        ['line-2b', null, 'line-2'],
      ]);
    },
  );

  test('a batch that is not approved in time expires without any cashout', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { expiry: { hours: 2 } });
    const batch = await its.waiting(caller, linesTo(2));
    its.wait(2 * 3_600);
    await runBatch(its.deps(), batch.id);
    const later = await its.again(caller);

    expect((await its.show(later, batch.id)).status).toBe('EXPIRED');
    expect((await its.approve(later, batch)).body.message).toBe('Batch in wrong status');
  });
});

describe('the payment of a batch', () => {
  test('every line is paid once at the batch’s rate, and the statement adds up', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(70));
    await its.approve(caller, batch);
    await its.step();
    expect((await its.show(caller, batch.id)).counts).toMatchObject({
      processing: { lines: 30, amount: 300 },
      waiting: { lines: 40, amount: 400 },
    });
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'FINISHED',
      counts: { paid: { lines: 70, amount: 700 } },
      ended_at: expect.any(String),
    });
    expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(9_930_000);
  });

  test.each([1, 29, 30])('every line has one cashout if a worker dies after %s cashouts', async (most) => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(36));
    await its.approve(caller, batch);
    let left = most;
    const deps = its.deps();
    const dying = {
      ...deps,
      batches: {
        ...deps.batches,
        createCashouts: async (id: string, cashouts: Parameters<typeof deps.batches.createCashouts>[1]) => {
          const some = cashouts.slice(0, left);
          left -= some.length;
          if (some.length > 0) await deps.batches.createCashouts(id, some);
          if (left === 0) throw new Error('the worker dies');
          return undefined;
        },
      },
    };
    await expect(its.step(dying)).rejects.toThrow('the worker dies');
    expect((await its.show(caller, batch.id)).counts).toMatchObject({ waiting: { lines: 36 } });
    await runBatch(its.deps(), batch.id);
    await its.finish(batch.id);

    expect((await its.show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 36, amount: 360 } });
    expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(9_964_000);
  });

  test('a duplicate message neither doubles the rate nor pays a line twice', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(70));
    await its.approve(caller, batch);
    const [{ revision } = { revision: 0 }] = its.sent;
    await its.step();
    await runBatch(its.deps(), batch.id, revision);
    await runBatch(its.deps(), batch.id, revision);

    expect((await its.show(caller, batch.id)).counts).toMatchObject({ processing: { lines: 30 } });
    expect(its.sent).toHaveLength(1);
    await its.finish(batch.id);
    expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(9_930_000);
  });

  test('concurrent workers start each line of a batch once', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(35));
    await its.approve(caller, batch);
    its.sent.length = 0;
    await Promise.all([1, 2, 3].map(() => runBatch(its.deps(), batch.id)));
    await its.finish(batch.id);

    expect((await its.show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 35, amount: 350 } });
    expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(9_965_000);
  });

  test('a message waits briefly for another worker of the account, or until the lease of that worker ends if the worker seems dead', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(2));
    await its.approve(caller, batch);
    its.sent.length = 0;
    const { batches } = its.deps();
    const row = await batches.get(batch.id);
    await batches.lease(row?.account ?? expect.fail('there is no batch'));
    const delayAfter = async (seconds: number) => {
      its.wait(seconds);
      await runBatch(its.deps(), batch.id);
      return its.sent.splice(0).map(({ delaySeconds }) => delaySeconds);
    };

    expect(await delayAfter(0)).toEqual([2]);
    expect(await delayAfter(9)).toEqual([2]);
    expect(await delayAfter(3)).toEqual([29]);
    expect(await delayAfter(29)).toEqual([5]);
    expect((await its.show(caller, batch.id)).counts).toMatchObject({ processing: { lines: 2 } });
  });

  test('a batch whose message was lost continues when the sweep sends the message again', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(2));
    await its.approve(caller, batch);
    its.sent.length = 0;
    its.wait(120);
    await sweep(its.deps(), 'batches');
    await its.finish(batch.id);

    expect((await its.show(caller, batch.id)).status).toBe('FINISHED');
  });

  test('a batch with 38 paid and 35 failed lines agrees with the statement and sends one event, and its retry has the 35 failed lines', async () => {
    const caller = await its.open();
    const failing = linesTo(35, 10, () => 'ab09@sandbox.pix').map((line, index) => ({
      ...line,
      line_id: `failing-${index + 1}`,
      amount: index + 1,
    }));
    const batch = await its.waiting(caller, [...linesTo(38), ...failing]);
    await its.approve(caller, batch);
    await its.finish(batch.id);

    const total = (35 * 36) / 2;
    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'FINISHED',
      counts: { paid: { lines: 38, amount: 380 }, failed: { lines: 35, amount: total } },
    });
    expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(10_000_000 - 38_000);
    expect(its.told.filter(({ id, type }) => id === batch.id && type === 'batch.finished')).toHaveLength(1);

    const { body: retry } = await caller.post(
      `/v3/batches/${batch.id}/retry`,
      { id: batch.id, total_lines: 35, total_amount: total },
      { 'idempotency-key': randomUUID() },
    );
    const lines = await its.linesOf(retry.id);
    expect(lines.map(({ lineId, request }) => [lineId, request.amountCents])).toEqual(
      failing.map(({ line_id, amount }) => [line_id, amount * 100]),
    );
  });

  test('a batch whose lines all fail is FINISHED', async () => {
    const caller = await its.open();
    const batch = await its.waiting(
      caller,
      linesTo(3, 10, () => 'ab09@sandbox.pix'),
    );
    await its.approve(caller, batch);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'FINISHED',
      counts: { failed: { lines: 3, amount: 30 } },
    });
  });

  test('a line whose idempotency key was used for a different payment is not started, and the other lines are paid', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const single = { ...caller.source, amount: 1, key: 'other@sandbox.pix' };
    await caller.post('/create-cashout', single, { 'idempotency-key': key });
    const [first, ...others] = linesTo(3);
    const batch = await its.waiting(caller, [{ ...first, idempotency_key: key }, ...others]);
    await its.approve(caller, batch);
    await its.finish(batch.id);

    expect(await statesOf(batch.id)).toEqual({ 'line-1': 'not_started', 'line-2': 'paid', 'line-3': 'paid' });
    const { body } = await caller.get(`/v3/batches/${batch.id}/lines?status=not_started`);
    expect(body.results[0].erro_descriptor).toBe('Idempotency key already used with a different request');
  });

  test('a single cashout with the idempotency key of a paid line gives a 409, and pays nothing', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const [line] = linesTo(1) as [SentLine];
    const batch = await its.waiting(caller, [{ ...line, idempotency_key: key }]);
    await its.approve(caller, batch);
    await its.finish(batch.id);
    const single = { ...caller.source, amount: 10, key: 'p1@sandbox.pix' };
    const { status } = await caller.post('/create-cashout-self-approve', single, { 'idempotency-key': key });

    expect(status).toBe(409);
    expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(9_999_000);
  });

  test('each cashout of a batch has a look-up and a timeline like a single cashout', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(1));
    await its.approve(caller, batch);
    await its.finish(batch.id);
    const [line] = await its.linesOf(batch.id);
    const id = line?.progress.cashoutId as number;

    expect((await caller.get(`/v3/cashouts/${id}`)).body).toMatchObject({
      status: 'SUCCESS',
      amount: 10,
      key: 'p1@sandbox.pix',
    });
    const timeline = await caller.get(`/v3/cashouts/${id}/timeline`);
    expect(timeline.status).toBe(200);
  });
});

describe('the pause of a batch', () => {
  test('a batch pauses before its first line if the balance does not cover its total', async () => {
    const caller = await its.open(25);
    const batch = await its.waiting(caller, linesTo(3));
    await its.approve(caller, batch);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'insufficient_funds' },
      counts: { waiting: { lines: 3, amount: 30 } },
    });
  });

  test('a batch pauses before any line fails if the funds run out during the payment', async () => {
    const caller = await its.open(450);
    const batch = await its.waiting(caller, linesTo(45));
    await its.approve(caller, batch);
    await its.step();
    await its.pay(batch.id);
    const single = { ...caller.source, amount: 100, key: 'other@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout-self-approve', single)).body;
    await takeStep(its.deps(), id);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      counts: {
        paid: { lines: 30, amount: 300 },
        waiting: { lines: 15, amount: 150 },
        failed: { lines: 0 },
      },
    });
  });

  test('a batch pauses after many unknown keys, and its waiting lines are not started', async () => {
    const caller = await its.open();
    const batch = await its.waiting(
      caller,
      linesTo(90, 10, () => 'ac03@sandbox.pix'),
    );
    await its.approve(caller, batch);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'unknown_keys' },
      counts: { failed: { lines: 30 }, waiting: { lines: 60 } },
    });
  });

  test('a batch of a frozen account pauses, and its waiting lines do not fail', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(45));
    await its.approve(caller, batch);
    await its.step();
    await its.pay(batch.id);
    await openOperator(its.used.stack).freeze('account', accountIdOf(caller.tenant));
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'frozen' },
      counts: { paid: { lines: 30 }, waiting: { lines: 15 } },
    });
  });

  test('a batch that stays paused for a week is stopped and ends', async () => {
    const caller = await its.open(25);
    const batch = await its.waiting(caller, linesTo(3));
    await its.approve(caller, batch);
    await its.finish(batch.id);
    its.wait(7 * 86_400);
    await runBatch(its.deps(), batch.id);
    await its.finish(batch.id);

    expect(await its.show(await its.again(caller), batch.id)).toMatchObject({
      status: 'FINISHED',
      stopped: { reason: 'Paused for too long' },
      counts: { not_started: { lines: 3, amount: 30 } },
    });
  });
});

describe('the events of a batch', () => {
  test('a batch sends one event when it waits for approval, and one event when it is finished', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(2));
    await its.approve(caller, batch);
    await its.finish(batch.id);
    its.used.stack.startTriggers({ streams: true });

    const ofBatch = async () =>
      (await eventsOf(its.used.stack, caller.tenant)).filter(({ type }) => type.startsWith('batch.'));
    const events = await until(ofBatch, ({ length }) => length === 2);
    expect(events.map(({ type }) => type).sort()).toEqual(['batch.awaiting_approval', 'batch.finished']);
    expect(JSON.parse(events.find(({ type }) => type === 'batch.finished')?.body ?? '').data).toMatchObject({
      id: batch.id,
      status: 'FINISHED',
      counts: { paid: { lines: 2, amount: 20 } },
    });
  });
});
