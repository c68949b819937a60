import { describe, expect, test } from 'vitest';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { linesTo, useBatches } from '../batch/scene.ts';
import { putPolicy } from '../support/holdings.ts';
import { setRules } from '../support/rules.ts';

const its = useBatches();
const { colleague } = its;
const bands = (from: string, needed: number) => ({ approvals: { bands: [{ from, needed }] } });

test('a batch is approved by the digest of its content, and any other digest is refused', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(2));
  const other = await its.approve(caller, { ...batch, content_digest: '0'.repeat(64) });

  expect([other.status, other.body.message]).toEqual([409, 'Transaction is not the one that was shown']);
  expect((await its.approve(caller, batch)).body).toMatchObject({
    status: 'PAYING',
    approvals: [{ user: caller.tenant.user_id, at: its.clock.now.toISOString() }],
  });
});

test('the digest of a stopped batch does not approve the corrected batch', async () => {
  const caller = await its.open();
  const wrong = await its.waiting(caller, linesTo(2));
  await caller.post(`/v3/batches/${wrong.id}/stop`, { id: wrong.id, reason: 'Wrong amount' });
  its.sent.length = 0;
  const corrected = await its.waiting(caller, linesTo(2, 11));
  const { status } = await its.approve(caller, { ...corrected, content_digest: wrong.content_digest });

  expect([status, (await its.show(caller, corrected.id)).status]).toEqual([409, 'AWAITING_APPROVAL']);
});

test('a batch that is being checked, or that has all its approvals, cannot be approved', async () => {
  const caller = await its.open();
  const { body: judging } = await its.create(caller, linesTo(2));

  expect((await its.approve(caller, judging)).body.message).toBe('Batch in wrong status');
  await its.step();
  await its.approve(caller, judging);
  expect((await its.approve(caller, judging)).body.message).toBe('Batch in wrong status');
});

test('a user without the permission APPROVE cannot approve a batch', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(2));

  expect((await its.approve(await colleague(caller, ['CREATE']), batch)).status).toBe(401);
});

test('the body must name the same batch as the path, because the signature covers only the body', async () => {
  const caller = await its.open();
  const [one, other] = [await its.waiting(caller, linesTo(2)), await its.waiting(caller, linesTo(3))];
  const { id, content_digest } = one;
  const { body } = await caller.post(`/v3/batches/${other.id}/approve`, { id, content_digest });

  expect(body.errors).toEqual([{ field: 'id', message: 'must be that of the path' }]);
});

describe('a batch under approval rules', () => {
  test('the number of required approvals depends on the batch’s total, and not on the amount of each line', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, bands('10000.00', 2));
    const batch = await its.waiting(caller, linesTo(15, 1_000));
    expect(batch.approvals_needed).toBe(2);

    expect((await its.approve(caller, batch)).body).toMatchObject({
      status: 'AWAITING_APPROVAL',
      approvals: [{ user: caller.tenant.user_id }],
    });
    expect((await its.approve(caller, batch)).body.message).toBe(
      'Transaction is already approved by this user',
    );
    expect((await its.approve(await colleague(caller), batch)).body.status).toBe('PAYING');
  });

  test('a batch whose total exceeds the limit for own approvals cannot be approved by its creator', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { 'own-approval': { up_to: '100.00' } });
    const batch = await its.waiting(caller, linesTo(15, 10));

    expect((await its.approve(caller, batch)).body.message).toBe(
      'Transaction must be approved by another user than its creator',
    );
    expect((await its.approve(await colleague(caller), batch)).body.status).toBe('PAYING');
  });

  test('the cashouts of a batch have the approvals of the batch, and are paid without further approvals', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, { ...bands('100.00', 2), 'own-approval': { up_to: '0.00' } });
    const batch = await its.waiting(caller, linesTo(12));
    const users = [await colleague(caller), await colleague(caller)] as const;
    for (const user of users) await its.approve(user, batch);
    await its.finish(batch.id);

    expect((await its.show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 12, amount: 120 } });
    const [line] = await its.linesOf(batch.id);
    const { body } = await caller.get(`/v3/cashouts/${line?.progress.cashoutId}`);
    expect(body.approvals.map(({ user }: { user: string }) => user)).toEqual(
      users.map(({ tenant }) => tenant.user_id),
    );
  });

  test('exactly two of three concurrent approvals are stored if two are required', async () => {
    const caller = await its.open();
    await setRules(its.used.stack, caller, bands('1.00', 2));
    const batch = await its.waiting(caller, linesTo(2));
    const users = [caller, await colleague(caller), await colleague(caller)];
    const answers = await Promise.all(users.map((user) => its.approve(user, batch)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await its.show(caller, batch.id)).approvals).toHaveLength(2);
  });

  test('a batch pauses if its approver loses the right before the payment, and a different approver can resume the batch', async () => {
    const caller = await its.open();
    const approver = await colleague(caller);
    const batch = await its.waiting(caller, linesTo(2));
    await its.approve(approver, batch);
    await putPolicy(its.used.stack, approver.tenant, caller.source, false);
    await its.finish(batch.id);
    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'approvals' },
    });

    const { body } = await caller.post(`/v3/batches/${batch.id}/resume`, {
      id: batch.id,
      content_digest: batch.content_digest,
    });
    expect(body).toMatchObject({ status: 'PAYING', approvals: [{ user: caller.tenant.user_id }] });
    await its.finish(batch.id);
    expect((await its.show(caller, batch.id)).counts).toMatchObject({ paid: { lines: 2, amount: 20 } });
  });

  test('a batch pauses if a rule that is set after the last approval requires more approvals', async () => {
    const caller = await its.open();
    const batch = await its.waiting(caller, linesTo(2));
    await its.approve(caller, batch);
    await setRules(its.used.stack, caller, bands('1.00', 2));
    await its.finish(batch.id);

    expect(await its.show(caller, batch.id)).toMatchObject({
      status: 'PAUSED',
      paused: { reason: 'approvals' },
    });
  });
});

test('a stop request that is concurrent with the approval always stops the batch', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(2));
  const [approved, stopped] = await Promise.all([
    its.approve(caller, batch),
    caller.post(`/v3/batches/${batch.id}/stop`, { id: batch.id, reason: 'Wrong month' }),
  ]);
  const { status } = await its.show(caller, batch.id);

  // A rejection after the approval stops the batch before its payment begins.
  expect([approved.status, stopped.status, status]).toEqual(
    approved.status === 200 ? [200, 200, 'STOPPING'] : [400, 200, 'CANCELLED'],
  );
});

test('an approved scheduled batch starts on its day', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(2), { scheduled_for: '2031-07-10' });
  expect(batch).toMatchObject({
    scheduled_for: '2031-07-10',
    starts_at: expect.stringMatching(/^2031-07-10T/),
  });
  expect((await its.approve(caller, batch)).body.status).toBe('SCHEDULED');
  await its.finish(batch.id);
  its.clock.now = new Date(batch.starts_at);
  await runBatch(its.deps(), batch.id);
  await its.finish(batch.id);

  expect((await its.show(await its.again(caller), batch.id)).status).toBe('FINISHED');
});
