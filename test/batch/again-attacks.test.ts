// Attacks and faults that must not break lines that wait again, the rule about duplicates, or returns.

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { lineCashoutId } from '../../lib/batch/line-cashout.ts';
import { lineKey } from '../../lib/batch/line-key.ts';
import { noteReturn } from '../../lib/batch/note-return.ts';
import type { BatchLine } from '../../lib/batch/read-lines.ts';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { accountIdOf, openOperator } from '../support/admin.ts';
import type { Caller } from '../support/api.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';
import { setRules } from '../support/rules.ts';
import { linesTo, useBatches } from './scene.ts';

const its = useBatches();

const hold = { duplicates: { rule: { within_hours: 24, action: 'hold' } } } as const;

const cashoutOf = async (id: string, record: number) =>
  (await its.linesOf(id))[record - 1]?.progress.cashoutId as number;

/** Runs the transfer of a line's cashout while the account is frozen, so that the line waits again. */
async function refuseFrozen(caller: Caller, id: string, ...records: number[]): Promise<void> {
  const operator = openOperator(its.used.stack);
  await operator.freeze('account', accountIdOf(caller.tenant));
  for (const record of records) await takeStep(its.deps(), await cashoutOf(id, record));
  await operator.thaw('account', accountIdOf(caller.tenant));
}

const payBack = (cashoutId: number, amountCents = 1_000) =>
  applyNetworkEvent(its.deps(), {
    version: 1,
    kind: 'payment_returned',
    cashoutId,
    returnId: `D99999011202611211200${cashoutId}`,
    amountCents,
    code: 'MD06',
    parked: 0,
  });

async function started(caller: Caller, lines: ReturnType<typeof linesTo>, key = randomUUID()) {
  const { body } = await its.create(caller, lines, {}, key);
  await its.step();
  await its.approve(caller, await its.show(caller, body.id));
  await its.step();
  return body.id as string;
}

const twice = () => linesTo(2, 10, () => 'p1@sandbox.pix');

describe('under “hold”, two equal lines of one batch', () => {
  test('are both paid if the first one had to wait again and the second one was paid before it', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const id = await started(caller, twice());
    await refuseFrozen(caller, id, 1);
    await its.pay(id);
    await its.finish(id);

    expect((await its.show(caller, id)).counts).toMatchObject({
      paid: { lines: 2 },
      not_started: { lines: 0 },
    });
  });

  test('are both paid if they repeat a payout that the approvers were told of, although one had to wait again after the other came back', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, hold);
    const single = { ...caller.source, amount: 10, key: 'p1@sandbox.pix' };
    const { id: told } = (await caller.post('/create-cashout-self-approve', single)).body;
    await takeStep(its.deps(), told);
    const id = await started(caller, twice());
    const first = await cashoutOf(id, 1);
    await refuseFrozen(caller, id, 2);
    await its.pay(id);
    await payBack(first);
    await its.finish(id);

    expect((await its.show(caller, id)).counts).toMatchObject({
      refunded: { lines: 1 },
      paid: { lines: 1 },
    });
  });
});

test('a return that is noted during a step that has read the line as paid is in the counts of the ended batch', async () => {
  const caller = await its.open();
  const id = await started(caller, linesTo(1));
  await its.pay(id);
  const cashoutId = await cashoutOf(id, 1);
  const deps = its.deps();
  let isFirst = true;
  const move: Deps['batches']['move'] = async (...change) => {
    if (isFirst) {
      isFirst = false;
      await payBack(cashoutId);
      its.sent.length = 0;
      await noteReturn(its.deps(), id, cashoutId);
    }
    return deps.batches.move(...change);
  };
  its.sent.length = 0;
  await runBatch({ ...deps, batches: { ...deps.batches, move } }, id);
  await its.finish(id);
  await runBatch(its.deps(), id);
  await its.finish(id);

  expect((await its.show(caller, id)).counts).toMatchObject({
    paid: { lines: 0 },
    refunded: { lines: 1 },
  });
});

test('a batch comes to its end if a line’s own key is the derived key of another line that waits again', async () => {
  const caller = await its.open();
  const key = randomUUID();
  const taken = lineKey(key, { lineId: 'line-1' } as BatchLine, 1);
  const lines = linesTo(31).map((line, index) => (index === 30 ? { ...line, idempotency_key: taken } : line));
  const created = await its.create(caller, lines, {}, key);
  if (created.status === 422) return;
  const { id } = created.body;
  await its.step();
  await its.approve(caller, await its.show(caller, id));
  await its.step();
  await refuseFrozen(caller, id, 1);
  await its.pay(id);
  await its.finish(id);

  expect((await its.show(caller, id)).status).toBe('FINISHED');
});

test('a paused batch counts the lines that a dead worker had started, although earlier lines wait again', async () => {
  const caller = await its.open();
  const id = await started(caller, linesTo(60));
  const deps = its.deps();
  const move: Deps['batches']['move'] = () => Promise.reject(new Error('the worker dies'));
  await expect(its.step({ ...deps, batches: { ...deps.batches, move } })).rejects.toThrow('the worker dies');
  its.sent.length = 0;
  const operator = openOperator(its.used.stack);
  // The cashouts that the dead worker started are paid, those of the first lines are stopped by a freeze.
  for (const row of await startedBy(id)) await takeStep(its.deps(), row);
  await operator.freeze('account', accountIdOf(caller.tenant));
  await its.pay(id);
  await runBatch(its.deps(), id);
  await its.finish(id);

  const { status, counts } = await its.show(caller, id);
  const { postedCents } = await expectLedgerAddsUp(its.used.stack, caller.tenant);
  expect([status, counts.paid.amount * 100]).toEqual(['PAUSED', 10_000_000 - postedCents]);
});

/** Returns the cashouts of the lines that wait by the row of the batch, but have a cashout. */
async function startedBy(id: string): Promise<number[]> {
  const batch = await its.deps().batches.get(id);
  if (!batch) throw new Error('no batch');
  const lines = (await its.linesOf(id)).filter(({ progress }) => progress.state === 'waiting');
  const ids = lines.map((line) => lineCashoutId(batch, line, 0));
  const rows = await Promise.all(ids.map((one) => its.deps().cashouts.get(one)));
  return rows.flatMap((row) => (row ? [row.id] : []));
}
