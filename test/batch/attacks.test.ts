// Attacks and faults that must not break a batch: by a payer, a colleague, a slow or dying worker, or a large file.

import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import type { Batch } from '../../lib/batch/batch.ts';
import { batchKey, pageKey } from '../../lib/batch/batch-keys.ts';
import { lineKey } from '../../lib/batch/line-key.ts';
import { packLines } from '../../lib/batch/line-pages.ts';
import { readSheetBatch } from '../../lib/batch/read-batch.ts';
import { readCsv } from '../../lib/batch/read-csv.ts';
import type { BatchLine } from '../../lib/batch/read-lines.ts';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { putPolicy } from '../support/holdings.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { setRules } from '../support/rules.ts';
import { allRows } from '../support/tables.ts';
import { linesTo, type SentLine, useBatches } from './scene.ts';

const its = useBatches();

const keyOf = (key: string, lineId: string) => lineKey(key, { lineId } as BatchLine);
const post = (caller: Caller, id: string, what: string, more = {}) =>
  caller.post(`/v3/batches/${id}/${what}`, { id, ...more });
const stop = (caller: Caller, id: string) => post(caller, id, 'stop', { reason: 'Wrong month' });

/** Creates and approves a batch. Returns the answer to the creation. */
async function approved(caller: Caller, lines: SentLine[], key = randomUUID()) {
  const created = await its.create(caller, lines, {}, key);
  if (created.status !== 200) return created;
  await its.step();
  await its.approve(caller, created.body);
  return created;
}

/** Returns the dependencies of a worker that dies after its first group of cashouts. These cashouts are completed. */
function dying(): Deps {
  const deps = its.deps();
  const createCashouts: typeof deps.batches.createCashouts = async (id, cashouts) => {
    await deps.batches.createCashouts(id, cashouts);
    for (const cashout of cashouts) await takeStep(deps, cashout.id);
    throw new Error('the worker dies');
  };
  return { ...deps, batches: { ...deps.batches, createCashouts } };
}

const paidCents = async (caller: Caller) =>
  10_000_000 - (await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents;

const hold = { duplicates: { rule: { within_hours: 24, action: 'hold' } } } as const;

describe('a line with an idempotency key equal to the derived key of another line', () => {
  test('a batch with such a line is processed to its end', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const [one, other] = linesTo(2) as [SentLine, SentLine];
    const lines = [one, { ...other, idempotency_key: keyOf(key, 'line-1').toUpperCase() }];
    const { status, body } = await approved(caller, lines, key);
    if (status === 422) return;
    await its.finish(body.id);

    expect((await its.show(caller, body.id)).status).toBe('FINISHED');
  });

  test('a batch with such a line can be stopped', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const [one, other] = linesTo(2) as [SentLine, SentLine];
    const { status, body } = await approved(
      caller,
      [one, { ...other, idempotency_key: keyOf(key, 'line-1') }],
      key,
    );
    if (status === 422) return;
    await stop(caller, body.id);
    await its.finish(body.id);

    expect((await its.show(caller, body.id)).status).toBe('FINISHED');
  });

  test('the paid amount of a batch with such a line is the amount that left the account', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const lines = linesTo(45).map((line, index) =>
      index === 44 ? { ...line, amount: 500, idempotency_key: keyOf(key, 'line-1') } : line,
    );
    const { status, body } = await approved(caller, lines, key);
    if (status === 422) return;
    await its.finish(body.id);

    const { counts } = await its.show(caller, body.id);
    expect(await paidCents(caller)).toBe(counts.paid.amount * 100);
  });
});

describe('a worker that dies after some lines have started', () => {
  test('a batch whose total is covered by the balance is paid completely', async () => {
    const caller = await its.open(360);
    const batch = await its.waiting(caller, linesTo(36));
    await its.approve(caller, batch);
    await expect(its.step(dying())).rejects.toThrow('the worker dies');
    await runBatch(its.deps(), batch.id);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'FINISHED',
      counts: { paid: { lines: 36 } },
    });
  });

  test('a batch that is then paused counts the lines that were paid', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(36));
    await its.approve(caller, batch);
    await expect(its.step(dying())).rejects.toThrow('the worker dies');
    await openOperator(its.used.stack).freeze('account', accountIdOf(caller.tenant));
    await runBatch(its.deps(), batch.id);
    await its.finish(batch.id);

    const { status, counts } = await its.show(caller, batch.id);
    expect([status, counts.paid.amount * 100]).toEqual(['PAUSED', await paidCents(caller)]);
  });
});

describe('a line that duplicates another cashout', () => {
  test('under the duplicate rule “hold”, a line is not started if the other cashout was created after the batch', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const batch = await its.waiting(caller, linesTo(2));
    const single = { ...caller.source, amount: 10, key: 'p1@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout-self-approve', single)).body;
    await its.approve(caller, batch);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'FINISHED',
      counts: { paid: { lines: 1 }, not_started: { lines: 1 } },
    });
    const { body } = await caller.get(`/v3/batches/${batch.id}/lines?status=not_started`);
    expect(body.results[0].erro_descriptor).toBe(`Transaction may be a duplicate of ${id}`);
  });

  const pay = async (caller: Caller, amount = 10) => {
    const single = { ...caller.source, amount, key: 'p1@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout', single)).body;
    await caller.post('/approve-cashout', { id });
    await takeStep(its.deps(), id);
    return id as number;
  };
  const reasonsIn = async (caller: Caller, id: string) =>
    (await caller.get(`/v3/batches/${id}/lines?limit=100`)).body.results.map(
      (line: { erro_descriptor: string | null; status: string }) => line.erro_descriptor ?? line.status,
    );

  test('under “hold”, a payroll that was sent twice is paid once, although an earlier equal payroll was paid', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const { body: last } = await approved(caller, linesTo(5));
    await its.finish(last.id);
    const [one, other] = [await its.waiting(caller, linesTo(5)), await its.waiting(caller, linesTo(5))];
    for (const batch of [one, other]) {
      await its.approve(caller, batch);
      await its.finish(batch.id);
    }

    expect((await its.show(caller, one.id)).counts.paid.lines).toBe(5);
    expect((await its.show(caller, other.id)).counts).toMatchObject({
      paid: { lines: 0 },
      not_started: { lines: 5 },
    });
    expect(await paidCents(caller)).toBe(10_000);
  });

  test('under “hold”, a line whose approvers were told of one payout is not started if another payout follows', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    await pay(caller);
    const batch = await its.waiting(caller, linesTo(1));
    await its.approve(caller, batch);
    const second = await pay(caller);
    await its.finish(batch.id);

    expect(await reasonsIn(caller, batch.id)).toEqual([`Transaction may be a duplicate of ${second}`]);
  });

  test('under “hold”, the second of two equal lines is not started if another payout follows the first line', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const lines = linesTo(31).map((line, index) =>
      index === 30 ? { ...line, key: 'p1@sandbox.pix' } : line,
    );
    const batch = await its.waiting(caller, lines);
    await its.approve(caller, batch);
    await its.step();
    await its.pay(batch.id);
    const second = await pay(caller);
    await its.finish(batch.id);

    const { body } = await caller.get(`/v3/batches/${batch.id}/lines?status=not_started`);
    expect(body.results).toMatchObject([
      { line_id: 'line-31', erro_descriptor: `Transaction may be a duplicate of ${second}` },
    ]);
  });

  test('under “hold”, a line whose approvers were told of a payout that was returned since is not started if an older payout stands', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const [older, newer] = [await pay(caller), await pay(caller)];
    const batch = await its.waiting(caller, linesTo(1));
    await its.approve(caller, batch);
    await applyNetworkEvent(its.deps(), {
      version: 1,
      kind: 'payment_returned',
      cashoutId: newer,
      returnId: `D99999011202611211200${newer}`,
      amountCents: 1_000,
      code: 'MD06',
      parked: 0,
    });
    await its.finish(batch.id);

    expect(await reasonsIn(caller, batch.id)).toEqual([`Transaction may be a duplicate of ${older}`]);
  });

  test('a line is not started if the rule became “refuse” after the approvers were told', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const earlier = await pay(caller);
    const batch = await its.waiting(caller, linesTo(1));
    await its.approve(caller, batch);
    await setRules(its.used.stack, caller, { duplicates: { rule: { within_hours: 24, action: 'refuse' } } });
    await its.finish(batch.id);

    expect(await reasonsIn(caller, batch.id)).toEqual([`Transaction may be a duplicate of ${earlier}`]);
  });

  test('a line is paid if the duplicate was reported before the approval', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const single = { ...caller.source, amount: 10, key: 'p1@sandbox.pix' };
    await caller.post('/create-cashout', single);
    const lines = [...linesTo(2), { ...linesTo(2)[1], line_id: 'line-2b' }];
    const batch = await its.waiting(caller, lines);
    await its.approve(caller, batch);
    await its.finish(batch.id);

    expect((await its.show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 3 } });
  });
});

describe('the check of a batch', () => {
  test('the check does not read the earlier payouts again for each of a hundred equal lines', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, {
      duplicates: { rule: { within_hours: 720, action: 'tell' } },
    });
    const single = { ...caller.source, amount: 10, key: 'ab09@sandbox.pix' };
    const ids: number[] = [];
    for (let n = 0; n < 10; n++) ids.push((await caller.post('/create-cashout', single)).body.id);
    for (const id of ids) await caller.post(`/v3/cashouts/${id}/reject`, { id, reason: 'Wrong' });
    await its.create(
      caller,
      linesTo(100, 10, () => 'ab09@sandbox.pix'),
    );
    const deps = its.deps();
    let reads = 0;
    const get: typeof deps.cashouts.get = (id) => {
      reads += 1;
      return deps.cashouts.get(id);
    };
    await its.step({ ...deps, cashouts: { ...deps.cashouts, get } });

    expect(reads).toBeLessThan(100);
  });
});

describe('two concurrent batches of one account', () => {
  test('the second batch pauses and no line fails if the balance covers only one batch', async () => {
    const caller = await its.open(300);
    const one = await its.waiting(caller, linesTo(30));
    const other = await its.waiting(
      caller,
      linesTo(30, 10, (n) => `q${n}@sandbox.pix`),
    );
    for (const batch of [one, other]) await its.approve(caller, batch);
    await its.step();
    await its.step();
    await its.pay(one.id);
    await its.pay(other.id);
    await its.finish(one.id);

    const shown = [await its.show(caller, one.id), await its.show(caller, other.id)];
    expect(shown.map(({ status, counts }) => [status, counts.failed.lines])).toEqual([
      ['FINISHED', 0],
      ['PAUSED', 0],
    ]);
  });
});

describe('a limit that is checked at the payment', () => {
  test('a daily limit that is used up during the payment pauses the batch', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { limit: { limit: 'per_day', amount: '900.00' } });
    const { body: batch } = await approved(caller, linesTo(70));
    await its.step();
    await its.pay(batch.id);
    const single = { ...caller.source, amount: 600, key: 'other@sandbox.pix' };
    const { id } = (await caller.post('/create-cashout-self-approve', single)).body;
    await takeStep(its.deps(), id);
    await its.finish(batch.id);

    const { status, counts } = await its.show(caller, batch.id);
    expect([status, counts.cancelled.lines]).toEqual(['PAUSED', 0]);
  });
});

describe('the resumption of a batch', () => {
  test('the resumption succeeds if the approver has the right again', async () => {
    const caller = await its.open();
    const approver = await its.colleague(caller);
    const batch = await its.waiting(caller, linesTo(2));
    await its.approve(approver, batch);
    await putPolicy(its.used.stack, approver.tenant, caller.source, false);
    await its.finish(batch.id);
    await putPolicy(its.used.stack, approver.tenant, caller.source, true);

    const { status, body } = await post(approver, batch.id, 'resume');
    expect([status, body.status]).toEqual([200, 'PAYING']);
  });
});

describe('the deletion of a batch’s rows after 120 days', () => {
  const forget = (key: object) =>
    openClient().send(
      new DeleteCommand({ TableName: its.used.stack.deps.config.BATCHES_TABLE, Key: key as never }),
    );

  test('a new batch under the key of a deleted batch does not count the old batch’s cashouts as paid', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const { body: first } = await approved(caller, linesTo(2), key);
    await its.finish(first.id);
    await forget(batchKey(first.id));
    for (const sk of ['LINES', 'PROGRESS'] as const) await forget(pageKey(first.id, 0, sk));
    const { body: second } = await approved(caller, linesTo(2, 500), key);
    await its.finish(second.id);

    const { counts } = await its.show(caller, second.id);
    expect((await paidCents(caller)) - 2_000).toBe(counts.paid.amount * 100);
  });

  test('the pages of a batch expire after its row, because the table deletes item by item', async () => {
    const caller = await its.open();
    const { body: batch } = await its.create(caller, linesTo(2));
    const { BATCHES_TABLE = [] } = await allRows(its.used.stack);
    const rows = BATCHES_TABLE as { pk: string; expiresAt: number }[];
    const expiryOf = (pk: string) => rows.find((row) => row.pk === pk)?.expiresAt ?? 0;

    expect(expiryOf(pageKey(batch.id, 0, 'LINES').pk) - expiryOf(batchKey(batch.id).pk)).toBe(3 * 86_400);
  });

  test('every row of a batch has an expiry time', async () => {
    const caller = await its.open();
    await its.waiting(caller, linesTo(2));
    const { BATCHES_TABLE: rows = [] } = await allRows(its.used.stack);

    expect(rows.filter((row) => !('expiresAt' in row))).toEqual([]);
  });
});

describe('a large or repeated request for a batch', () => {
  test('thirty concurrent batches with the same lines are stored or refused without a 5xx', async () => {
    const caller = await its.open();
    const answers = await Promise.all(Array.from({ length: 30 }, () => its.create(caller, linesTo(3))));

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('a CSV of 4 MB with millions of records is refused with little memory', async () => {
    const modules = ['read-csv', 'read-batch'].map(
      (name) => new URL(`../../lib/batch/${name}.ts`, import.meta.url).href,
    );
    const code = `
      const { parentPort } = require('node:worker_threads');
      Promise.all(${JSON.stringify(modules)}.map((one) => import(one))).then(([{ readCsv }, { readSheetBatch }]) => {
        const head = 'source_account_branch_identifier,source_account_number,line_id,amount,key\\n';
        const file = Buffer.from(head + 'a\\n'.repeat(2 * 1024 * 1024 - 40));
        parentPort.postMessage(readSheetBatch(readCsv(file, 'utf-8'), {}, false).faults);
      });`;
    const answer = await new Promise((resolve) => {
      const worker = new Worker(code, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 300 } });
      worker.on('message', resolve);
      worker.on('error', (error) => resolve(error.message));
    });

    expect(answer).toEqual([{ field: 'body', message: 'must have at most 5000 lines' }]);
  }, 120_000);

  /** Generates random texts of these characters, which the tags in a CSV may contain. */
  const texts = (alphabet: readonly number[]) => {
    let state = 88_675_123;
    return (length: number) =>
      Array.from({ length }, () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return String.fromCharCode(alphabet[(state >>> 0) % alphabet.length] as number);
      }).join('');
  };
  const codes = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
      (code) => ![10, 13, 34, 44].includes(code),
    );

  test('a thousand lines that are slow to compress are packed within a second', () => {
    const text = texts([97, 98]);
    const lines = Array.from({ length: 1_000 }, (_, index): BatchLine => {
      const request = { amountCents: 100 as never, tag: text(790), pixKey: `p${index}@a.b` };
      return { lineId: `l${index}`, request };
    });
    const from = performance.now();
    packLines(lines);

    expect(performance.now() - from).toBeLessThan(1_000);
  }, 60_000);

  test('the lines of a large file are packed into less than a fifth of a transaction', () => {
    const [low, high] = [texts([...codes(1, 31), ...codes(64, 95)]), texts(codes(0xa0, 0xff))];
    const rows = Array.from({ length: 1_000 }, (_, index) =>
      ['0001', '1', `l${index}`, '1', `p${index}@a.b`, high(195) + low(605)].join(','),
    );
    const head = 'source_account_branch_identifier,source_account_number,line_id,amount,key,tag';
    const file = Buffer.from([head, ...rows].join('\n'), 'latin1');
    const most = 4 * 1_024 * 1_024;
    expect(file.length).toBeLessThan(most / 5);
    const totals = { total_lines: '1000', total_amount: '1000.00' };
    const read = readSheetBatch(readCsv(file, 'windows-1252'), totals, false);
    if (!('lines' in read)) return expect(read.lineFaultCount).toBe(1_000);
    const packed = packLines(read.lines).reduce((sum, { length }) => sum + length, 0);

    expect(packed).toBeLessThan(most / 5);
  }, 60_000);

  test('a batch whose results would not fit into an answer is refused', async () => {
    const caller = await its.open();
    const account = Object.values(caller.source).join();
    const rows = Array.from({ length: 4_000 }, (_, n) => `${account},l${n},1,p${n}@a.b,${'\\'.repeat(800)}`);
    const head = 'source_account_branch_identifier,source_account_number,line_id,amount,key,tag';
    const totals = { total_lines: '4000', total_amount: '4000.00' };
    const { status, body } = await its.createCsv(caller, [head, ...rows].join('\n'), totals);

    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'body', message: 'is too large to be stored: send it as two batches' }],
    ]);
  });
});

describe('the guarantees of a batch', () => {
  test('a client of another company cannot read or change a batch, even with the batch’s id and digest', async () => {
    const [caller, stranger] = [await its.open(), await its.open()];
    its.sent.length = 0;
    const batch = await its.waiting(caller, linesTo(2));
    const { id, content_digest } = batch;
    const answers = [
      await stranger.get(`/v3/batches/${id}`),
      await stranger.get(`/v3/batches/${id}/lines`),
      await post(stranger, id, 'approve', { content_digest }),
      await post(stranger, id, 'resume'),
      await stop(stranger, id),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await its.show(caller, id)).status).toBe('AWAITING_APPROVAL');
  });

  test('lines of two batches with the same idempotency key, in upper and lower case, are paid once', async () => {
    const caller = await its.open();
    const key = randomUUID();
    const [line] = linesTo(1) as [SentLine];
    const { body: one } = await approved(caller, [{ ...line, idempotency_key: key }]);
    const { body: other } = await approved(caller, [{ ...line, idempotency_key: key.toUpperCase() }]);
    await its.finish(one.id);
    await its.finish(other.id);
    for (const id of [one.id, other.id]) await its.pay(id);
    await runBatch(its.deps(), one.id);
    await runBatch(its.deps(), other.id);
    await its.finish(other.id);

    expect(await paidCents(caller)).toBe(1_000);
  });

  test('a stopped batch counts as paid the lines that a dead worker had started', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(36));
    await its.approve(caller, batch);
    await expect(its.step(dying())).rejects.toThrow('the worker dies');
    await stop(caller, batch.id);
    await its.finish(batch.id);

    expect((await its.show(caller, batch.id)).counts).toMatchObject({
      paid: { lines: 25, amount: 250 },
      not_started: { lines: 11, amount: 110 },
    });
    expect(await paidCents(caller)).toBe(25_000);
  });

  test('a batch pauses before its first line if its approver’s client is frozen', async () => {
    const caller = await its.open();
    const approver = await its.colleague(caller);
    const batch = await its.waiting(caller, linesTo(2));
    await its.approve(approver, batch);
    await openOperator(its.used.stack).freeze('client', approver.tenant.client_id);
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'frozen' },
      counts: { waiting: { lines: 2 } },
    });
  });

  test('the worker’s IAM role suffices to check and pay a batch under rules for limits, duplicates and expiry', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, {
      ...hold,
      limit: { limit: 'per_day', amount: '9000.00' },
      expiry: { hours: 20 },
    });
    await its.waiting(caller, linesTo(1));
    const { body: batch } = await its.create(caller, linesTo(3, 11));
    its.sent.length = 0;
    const run = async () => {
      const { revision } = (await its.used.stack.deps.batches.get(batch.id)) as Batch;
      const body = JSON.stringify({ version: 1, id: batch.id, revision });
      its.wait(301);
      return its.used.stack.invoke('runBatch', { Records: [{ messageId: 'one', body }] }, its.deps());
    };
    const answers = [await run()];
    const { body: shown } = await its.approve(caller, batch);
    answers.push(await run());
    await its.pay(batch.id);
    answers.push(await run(), await run());

    expect([shown.status, ...answers]).toEqual(['PAYING', ...answers.map(() => ({ batchItemFailures: [] }))]);
    expect((await its.show(caller, batch.id)).status).toBe('FINISHED');
  });

  test('late messages for a finished batch change nothing', async () => {
    const caller = await its.open();
    const { body: batch } = await approved(caller, linesTo(2));
    await its.finish(batch.id);
    const before = await its.used.stack.deps.batches.get(batch.id);
    its.wait(3_600);
    await Promise.all([1, 2, 3].map(() => runBatch(its.deps(), batch.id)));
    await its.finish(batch.id);

    expect(await its.used.stack.deps.batches.get(batch.id)).toEqual(before);
  });
});
