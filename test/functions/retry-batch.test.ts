import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { linesTo, type SentLine, useBatches } from '../batch/scene.ts';
import type { Answer, Caller } from '../support/api.ts';
import { openColleague } from '../support/holdings.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';

const its = useBatches();

/** @param lines the corrected lines */
const retry = (
  caller: Caller,
  id: string,
  [total_lines, total_amount]: [number, number],
  more: { lines?: SentLine[]; name?: string } = {},
  key = randomUUID(),
): Promise<Answer> =>
  caller.post(
    `/v3/batches/${id}/retry`,
    { id, total_lines, total_amount, ...more },
    { 'idempotency-key': key },
  );

/** Creates a finished batch. The lines after the paid lines have an unregistered key and different amounts. */
async function openFinished(caller: Caller, paid: number, failed: number) {
  const lines = linesTo(paid + failed).map((line, index) =>
    index < paid ? line : { ...line, amount: index, key: 'ab09@sandbox.pix' },
  );
  const batch = await its.waiting(caller, lines);
  await its.approve(caller, batch);
  await its.finish(batch.id);
  return { id: batch.id as string, lines: lines.slice(paid) };
}

test('a retry has the failed lines with their amounts and corrections, and is paid after its own approval', async () => {
  const caller = await its.open();
  const source = await openFinished(caller, 3, 4);
  expect((await its.show(caller, source.id)).counts).toMatchObject({
    paid: { lines: 3, amount: 30 },
    failed: { lines: 4, amount: 3 + 4 + 5 + 6 },
  });
  const corrections = source.lines.slice(0, 3).map((line) => ({ ...line, key: 'fulano@example.com' }));

  const { status, body } = await retry(caller, source.id, [4, 18], { lines: corrections });
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'JUDGING', retry_of: source.id, total_lines: 4, approvals: [] });
  expect(await its.show(caller, source.id)).toMatchObject({ retried_as: body.id });
  await its.step();
  await its.approve(caller, body);
  await its.finish(body.id);

  expect((await its.show(caller, body.id)).counts).toMatchObject({
    paid: { lines: 3, amount: 12 },
    failed: { lines: 1, amount: 6 },
  });
  expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(10_000_000 - 4_200);
});

test('a batch has one retry at a time, and can be retried again only after a retry that paid nothing', async () => {
  const caller = await its.open();
  const { id } = await openFinished(caller, 1, 1);
  const key = randomUUID();
  const first = await retry(caller, id, [1, 1], {}, key);
  const again = await retry(caller, id, [1, 1], {}, key);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body.id).toBe(first.body.id);
  expect((await retry(caller, id, [1, 1], { name: 'other' }, key)).body.message).toMatch(/idempotency/i);

  expect((await retry(caller, id, [1, 1])).status).toBe(409);
  await caller.post(`/v3/batches/${first.body.id}/stop`, { id: first.body.id, reason: 'Wrong key' });
  const second = await retry(caller, id, [1, 1]);
  expect(second.status).toBe(200);

  await its.finish(second.body.id);
  await its.approve(caller, second.body);
  await its.finish(second.body.id);
  expect((await retry(caller, id, [1, 1])).body.detail).toContain(second.body.id);
  expect((await retry(caller, second.body.id, [1, 1])).body.retry_of).toBe(second.body.id);
});

test('only one of several concurrent retries is stored', async () => {
  const caller = await its.open();
  const { id } = await openFinished(caller, 1, 2);

  const answers = await Promise.all([1, 2, 3].map(() => retry(caller, id, [2, 3])));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { body } = await caller.get(
    `/v3/batches?${new URLSearchParams(caller.source as Record<string, string>)}`,
  );
  expect(body.results).toHaveLength(2);
});

test('a retry with wrong totals, or with corrections of other lines, is refused with the name of the field', async () => {
  const caller = await its.open();
  const { id, lines } = await openFinished(caller, 2, 2);
  const fieldsOf = async (...given: [[number, number], { lines?: SentLine[] }?]) =>
    (await retry(caller, id, ...given)).body.errors;

  expect(await fieldsOf([3, 5])).toMatchObject([{ field: 'total_lines', message: /which is 2/ }]);
  expect(await fieldsOf([2, 6])).toMatchObject([{ field: 'total_amount', message: /which is 5\.00/ }]);
  const paid = { line_id: 'line-1', amount: 10, key: 'fulano@example.com' };
  expect(await fieldsOf([2, 5], { lines: [paid] })).toMatchObject([
    { record: 1, line_id: 'line-1', field: 'line_id', message: 'is not the id of an unpaid line' },
  ]);
  const twice = [lines[0] as SentLine, lines[0] as SentLine];
  expect(await fieldsOf([2, 5], { lines: twice })).toMatchObject([{ record: 2, field: 'line_id' }]);
  expect(await its.show(caller, id)).toMatchObject({ retried_as: null });
});

test('a retry requires a finished batch and the permission CREATE', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(1));
  expect((await retry(caller, batch.id, [1, 10])).body.message).toBe('Batch in wrong status');
  const { id } = await openFinished(caller, 1, 1);
  const approver = await openColleague(its.used.stack, caller.tenant, { permissions: ['APPROVE'] });
  expect((await retry(approver, id, [1, 1])).status).toBe(401);
});

test('a line that never started keeps its own idempotency key in a retry, so that it is paid only once', async () => {
  const caller = await its.open();
  const own = randomUUID();
  const batch = await its.waiting(caller, [
    { ...linesTo(1)[0], idempotency_key: own },
    ...linesTo(2).slice(1),
  ]);
  await its.approve(caller, batch);
  await caller.post(`/v3/batches/${batch.id}/stop`, { id: batch.id, reason: 'Wrong month' });
  await its.finish(batch.id);
  const content = { ...caller.source, amount: 10, key: 'p1@sandbox.pix' };
  await caller.post('/create-cashout-self-approve', content, { 'idempotency-key': own });

  const { body } = await retry(caller, batch.id, [2, 20]);
  await its.finish(body.id);
  await its.approve(caller, body);
  await its.finish(body.id);

  expect((await its.show(caller, body.id)).counts).toMatchObject({
    paid: { lines: 1 },
    not_started: { lines: 1 },
  });
});
