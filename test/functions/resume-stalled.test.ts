import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openCaller, openTenant, type Send, sendInProcess, until } from '../support/api.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { openStack, type Stack } from '../support/stack.ts';

// The stream stays unread: only the schedule finds what is owed. Queues are read as always.
let stack: Stack;
let send: Send;
let caller: Caller;
beforeAll(async () => {
  stack = await openStack({ settings: { RESUME_AFTER_SECONDS: '1' } });
  stack.startTriggers({ streams: false });
  send = sendInProcess(stack);
  caller = await openCaller(send, await openTenant(send));
});
afterAll(() => stack.stop());

const resume = (minutes = 0) =>
  stack.invoke('resumeStalled', {}, stack.with({ now: () => new Date(Date.now() + minutes * 60_000) }));

test('alone, without the stream, it brings every cashout to its end and every change to its event', async () => {
  const keys = ['fulano@example.com', 'am04@sandbox.pix', 'timeout@sandbox.pix'];
  const body = (key: string) => ({ ...caller.source, amount: 10, key });
  const created = await Promise.all(keys.map((key) => caller.post('/create-cashout', body(key))));
  await Promise.all(created.map((answer) => caller.post('/approve-cashout', { id: answer.body.id })));

  const rows = () => Promise.all(created.map((answer) => stack.deps.cashouts.get(answer.body.id)));
  await until(
    async () => {
      await resume();
      return rows();
    },
    (found) => found.every((row) => row && row.status !== 'PROCESSING' && row.owedEvents.length === 0),
  );

  const done = await rows();
  expect(done.map((row) => row?.status)).toEqual(['SUCCESS', 'ERROR', 'SUCCESS']);
  expect(done.map((row) => row?.lane)).toEqual([undefined, undefined, undefined]);
  await expectLedgerAddsUp(stack, caller.tenant);
  const events = await eventsOf(stack, caller.tenant);
  expect(events.map(({ id }) => id.replace(/^cashout-\d+-/, '')).sort()).toEqual(
    [
      'created',
      'approved',
      'succeeded',
      'created',
      'approved',
      'failed',
      'created',
      'approved',
      'succeeded',
    ].sort(),
  );
});

test('leaves alone what is not due, and sends what is due once however many run at once', async () => {
  const created = await caller.post('/create-cashout', {
    ...caller.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const id = created.body.id as number;
  expect(await resume()).toEqual({ resumed: 0 });

  const runs = (await Promise.all([resume(5), resume(5), resume(5)])) as { resumed: number }[];

  expect(runs.reduce((sum, { resumed }) => sum + resumed, 0)).toBe(1);
  expect((await stack.deps.cashouts.get(id))?.resumes).toBe(1);
});

test('waits longer each time it has to send the same row again', async () => {
  const quiet = await openStack({ settings: { RESUME_AFTER_SECONDS: '60' } });
  const someone = await openCaller(sendInProcess(quiet), await openTenant(sendInProcess(quiet)));
  const created = await someone.post('/create-cashout', {
    ...someone.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const waits: number[] = [];

  for (let round = 0; round < 9; round++) {
    const due = Date.parse((await quiet.deps.cashouts.get(created.body.id))?.dueAt ?? '');
    const deps = quiet.with({ now: () => new Date(due + 1) });
    expect(await quiet.invoke('resumeStalled', {}, deps)).toEqual({ resumed: 1 });
    const next = Date.parse((await quiet.deps.cashouts.get(created.body.id))?.dueAt ?? '');
    waits.push(Math.round((next - due) / 1000));
  }

  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});
