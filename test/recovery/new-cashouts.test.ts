// NEW cashouts stay in the index of open work until they are first due, and are then removed from it.

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { resumeStalled } from '../../lib/recovery/resume-stalled.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess } from '../support/api.ts';
import { counting } from '../support/faults.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { notingRows } from '../support/sweep.ts';

let time = Date.parse('2026-11-01T12:00:00.000Z');
let stack: Stack;
let send: Send;
beforeEach(async () => {
  stack = await openStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });
  send = sendInProcess(stack);
  onTestFinished(() => stack.stop());
});

const pass = (seconds: number) => {
  time += seconds * 1_000;
};
const newCaller = async () => openCaller(send, await openTenant(send));
const bodyOf = (caller: Caller) => ({ ...caller.source, amount: 10, key: 'fulano@example.com' });
const create = async (caller: Caller): Promise<number> =>
  (await caller.post('/create-cashout', bodyOf(caller))).body.id;
const createApproved = async (caller: Caller): Promise<number> =>
  (await caller.post('/create-cashout-self-approve', bodyOf(caller))).body.id;
const rowOf = (id: number) => stack.deps.cashouts.get(id);

/** Returns dependencies that record which rows are sent. */
function noting(sent: number[]): Deps {
  return stack.with({ queues: notingRows(stack.deps.queues, sent) });
}

test('a due NEW cashout without work is removed from the index by one write without a message, and does not count as a sent row', async () => {
  const caller = await newCaller();
  const ids = await Promise.all(Array.from({ length: 6 }, () => create(caller)));
  for (const id of ids) await recordPendingEvents(stack.deps, id);
  pass(60);
  const { client, sent } = counting();
  const messages: number[] = [];
  const queues = notingRows(stack.deps.queues, messages);

  expect(await resumeStalled(stack.with({ client, queues }), { perRun: 1 })).toBe(0);

  const rows = await Promise.all(ids.map(rowOf));
  for (const row of rows) {
    expect(row).toMatchObject({ status: 'NEW', resumes: 0 });
    expect(row).not.toHaveProperty('openAccount');
    expect(row).not.toHaveProperty('dueAt');
  }
  expect(messages).toEqual([]);
  // One reads how far the account's feed was checked, the other one whether the PSP was silent.
  expect(sent.filter((name) => name === 'GetItemCommand')).toHaveLength(2);
});

test('a NEW cashout with an unrecorded event is sent again', async () => {
  const caller = await newCaller();
  const id = await create(caller);
  pass(60);
  const sent: number[] = [];

  await stack.invoke('resumeStalled', {}, noting(sent));

  expect(sent).toEqual([id]);
  expect(await rowOf(id)).toMatchObject({ resumes: 1, pendingEvents: ['created'] });
  await recordPendingEvents(stack.deps, id);
});

test('a NEW cashout that is approved during its removal stays in the index', async () => {
  const caller = await newCaller();
  const id = await create(caller);
  await recordPendingEvents(stack.deps, id);
  pass(60);
  const { leave } = stack.deps.cashouts;
  const racing: Deps = {
    ...stack.deps,
    cashouts: {
      ...stack.deps.cashouts,
      leave: async (key) => {
        if (key.id === id) await stack.apart(() => caller.post('/approve-cashout', { id }));
        return leave(key);
      },
    },
  };

  await stack.invoke('resumeStalled', {}, racing);

  expect(await rowOf(id)).toMatchObject({ status: 'PROCESSING', openAccount: expect.any(String) });
  await takeStep(stack.deps, id);
});

test('NEW cashouts do not delay other work, however many are due', async () => {
  const [flooding, other] = [await newCaller(), await newCaller()];
  const ids = await Promise.all(Array.from({ length: 40 }, () => create(flooding)));
  for (const id of ids) await recordPendingEvents(stack.deps, id);
  const [own, late] = [await createApproved(flooding), await createApproved(other)];
  pass(60);
  const order: number[] = [];
  const world = noting(order);
  const { leave } = world.cashouts;
  const deps: Deps = {
    ...world,
    cashouts: {
      ...world.cashouts,
      leave: async (key) => {
        order.push(key.id);
        return leave(key);
      },
    },
  };

  await resumeStalled(deps);

  expect(new Set(order.slice(0, 2))).toEqual(new Set([own, late]));
  expect(new Set(order.slice(2))).toEqual(new Set(ids));
});
