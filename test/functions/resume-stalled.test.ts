import { SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queues } from '../../lib/app/queues.ts';
import { resumeStalled } from '../../lib/recovery/resume-stalled.ts';
import { type Caller, openCaller, openTenant, type Send, sendInProcess, until } from '../support/api.ts';
import { engineClient } from '../support/clients.ts';
import { type Kind, putDueRows } from '../support/due-rows.ts';
import { shortPages } from '../support/faults.ts';
import { eventsOf, expectLedgerAddsUp } from '../support/ledger.ts';
import { openStack, type Stack } from '../support/stack.ts';
import { notingRows } from '../support/sweep.ts';

// The stream is not read, so only the sweep finds pending work. The queues are read as usual.
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

/** Opens a separate stack where nothing runs by itself and no work is due within a minute. */
async function openQuiet() {
  const quiet = await openStack({ settings: { RESUME_AFTER_SECONDS: '60' } });
  return {
    stack: quiet,
    caller: await openCaller(sendInProcess(quiet), await openTenant(sendInProcess(quiet))),
  };
}

const resume = () => stack.invoke('resumeStalled', {});

test('without the stream, the sweep alone ends every cashout and records every event', {
  tags: 'dear',
}, async () => {
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
    (found) => found.every((row) => row && row.status !== 'PROCESSING' && row.pendingEvents.length === 0),
  );

  const done = await rows();
  expect(done.map((row) => row?.status)).toEqual(['SUCCESS', 'ERROR', 'SUCCESS']);
  expect(done.map((row) => row?.openAccount)).toEqual([undefined, undefined, undefined]);
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

test('the sweep skips rows that are not due, and sends each due row once, even in concurrent runs', async () => {
  const { stack: quiet, caller: someone } = await openQuiet();
  const created = await someone.post('/create-cashout', {
    ...someone.source,
    amount: 10,
    key: 'fulano@example.com',
  });
  const later = quiet.with({ now: () => new Date(Date.now() + 5 * 60_000) });
  const run = (deps = later) => quiet.invoke('resumeStalled', {}, deps) as Promise<{ resumed: number }>;
  expect(await run(quiet.deps)).toEqual({ resumed: 0 });

  const runs = await Promise.all([run(), run(), run()]);

  expect(runs.reduce((sum, { resumed }) => sum + resumed, 0)).toBe(1);
  expect((await quiet.deps.cashouts.get(created.body.id))?.resumes).toBe(1);
});

test('a queue that refuses messages does not delay work of other queues', async () => {
  const { stack: quiet, caller: someone } = await openQuiet();
  const body = { ...someone.source, amount: 10, key: 'fulano@example.com' };
  await Promise.all(Array.from({ length: 20 }, () => someone.post('/create-cashout', body)));
  const running = await Promise.all(
    Array.from({ length: 5 }, () => someone.post('/create-cashout-self-approve', body)),
  );
  const sent: number[] = [];
  const queues: Queues = {
    ...quiet.deps.queues,
    offer: async (queue, rows) => {
      if (queue === 'webhook-events') return { unsent: [...rows], error: new Error('queue refuses') };
      sent.push(...rows.map(({ id }) => id));
      return { unsent: [] };
    },
  };
  const deps = quiet.with({ queues, now: () => new Date(Date.now() + 5 * 60_000) });

  await expect(quiet.invoke('resumeStalled', {}, deps)).rejects.toThrow(
    'some stalled work could not be sent again',
  );

  expect(sent.sort()).toEqual(running.map((answer) => answer.body.id).sort());
});

test('the sweep waits longer before each further resend of a row', async () => {
  // The cashout and the watch on its account use one clock, so both are due at the same time.
  let time = Date.now();
  const quiet = await openStack({ settings: { RESUME_AFTER_SECONDS: '60' }, now: () => new Date(time) });
  const send = sendInProcess(quiet);
  const someone = await openCaller(send, await openTenant(send));
  const body = { ...someone.source, amount: 10, key: 'fulano@example.com' };
  const created = await someone.post('/create-cashout', body);
  const dueAt = async () => Date.parse((await quiet.deps.cashouts.get(created.body.id))?.dueAt ?? '');
  const waits: number[] = [];

  for (let round = 0; round < 9; round++) {
    time = await dueAt();
    expect(await quiet.invoke('resumeStalled', {})).toEqual({ resumed: 1 });
    waits.push(((await dueAt()) - time) / 1000);
  }

  expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});

describe('with more due rows than one sweep can send,', () => {
  const busy = { branch: '0001', number: '1600' };
  const quiet = { branch: '0001', number: '3200' };
  const now = new Date('2026-11-01T12:00:00.000Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();
  /** All rows are in one shard and one part of their account. A caller could cause this by choosing idempotency keys. */
  const inOneShard = (index: number) => 1_600 + index * 16;

  /** Stores 120 rows of one account, oldest first, and then one row of another account. */
  async function openBacklog(kind: Kind, world: Parameters<Stack['with']>[0] = {}) {
    const stack = await openStack({ settings: { RESUME_AFTER_SECONDS: '60' } });
    const backlog = Array.from({ length: 120 }, (_, index) => ({
      number: inOneShard(index),
      account: busy,
      dueAt: ago(4_000 - index),
    }));
    const late = { number: inOneShard(120), account: quiet, dueAt: ago(1) };
    await putDueRows(stack, kind, [...backlog, late]);
    const sent: number[] = [];
    const queues = notingRows(stack.deps.queues, sent);
    return { stack, deps: stack.with({ queues, now: () => now, ...world }), sent, late: late.number };
  }

  /** Returns a queue client that records the number of rows in each message, and fails while `isOut()`. */
  function notingMessages(isOut = () => false) {
    const sqs = engineClient(SQSClient);
    const calls: number[][] = [];
    sqs.middlewareStack.add(
      (next) => (args) => {
        if (isOut()) throw Object.assign(new Error('key disabled'), { name: 'KmsDisabled' });
        const { Entries } = args.input as { Entries: { MessageBody: string }[] };
        calls.push(Entries.map(({ MessageBody }) => JSON.parse(MessageBody).ids.length));
        return next(args);
      },
      { step: 'initialize' },
    );
    return { sqs, calls };
  }

  test.each<Kind>(['cashout', 'chargeback'])(
    'due rows of the same account (%s) share messages and calls to the queue',
    async (kind) => {
      const { stack } = await openBacklog(kind);
      const { sqs, calls } = notingMessages();

      expect(await resumeStalled(stack.with({ sqs, now: () => now }))).toBe(121);

      expect(calls).toEqual([
        [10, 10, 4, 1],
        [10, 10, 5],
        [10, 10, 5],
        [10, 10, 5],
        [10, 10, 1],
      ]);
    },
  );

  test('all rows that were not tried stay due while the queue does not answer', async () => {
    const { stack } = await openBacklog('cashout');
    let isOut = true;
    const { sqs } = notingMessages(() => isOut);
    const deps = stack.with({ sqs, now: () => now });

    await expect(resumeStalled(deps)).rejects.toThrow('some stalled work could not be sent again');

    isOut = false;
    expect(await resumeStalled(deps)).toBe(121 - 25);
  });

  test.each<Kind>(['cashout', 'chargeback', 'delivery'])(
    'due rows (%s) of all accounts are sent in turn, the oldest row of each account first',
    async (kind) => {
      const { deps, sent, late } = await openBacklog(kind);

      expect(await resumeStalled(deps, { perRun: 10 })).toBe(10);

      const oldest = Array.from({ length: 9 }, (_, index) => inOneShard(index));
      expect(sent.toSorted((one, other) => one - other)).toEqual([...oldest, late]);
      expect(sent.indexOf(late)).toBeLessThan(2);

      expect(await resumeStalled(deps, { perRun: 1_000 })).toBe(111);
      expect(sent.toSorted((one, other) => one - other)).toEqual([
        ...Array.from({ length: 120 }, (_, index) => inOneShard(index)),
        late,
      ]);
    },
  );

  test('rows for which the run has no time left stay unchanged, and the next run finds them', async () => {
    const { deps, sent } = await openBacklog('cashout');
    // The busy account needs a second call for its list and a first step for its rows, which also take time.
    let looks = 0;
    const remaining = () => (++looks > 22 ? 0 : 50_000);

    const first = await resumeStalled(deps, { remaining });

    expect(first).toBe(20);
    expect(sent).toHaveLength(first);
    expect(await resumeStalled(deps)).toBe(121 - first);
    expect(new Set(sent).size).toBe(121);
  });

  test.each<[Kind, string, number, number]>([
    ['cashout', 'to the end of each account if there is enough time', Number.POSITIVE_INFINITY, 121],
    ['cashout', 'until there is only enough time to send the rows read so far', 30_000, 11],
    ['delivery', 'to the end of each shard if there is enough time', Number.POSITIVE_INFINITY, 121],
    ['delivery', 'until there is only enough time to send the rows read so far', 30_000, 10],
  ])('the sweep reads a long list of due rows (%s) %s', async (kind, _, milliseconds, expected) => {
    const { deps } = await openBacklog(kind, shortPages(10));

    expect(await resumeStalled(deps, { remaining: () => milliseconds })).toBe(expected);
  });

  test('if a shard has too many due rows for one run, its oldest rows are sent', async () => {
    const { deps, sent } = await openBacklog('delivery');

    expect(await resumeStalled(deps, { perShard: 30 })).toBe(30);

    expect(sent.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 30 }, (_, index) => inOneShard(index)),
    );
  });

  test('the oldest rows of an account with very many due rows are sent, and rows of other accounts are sent too', async () => {
    const { deps, sent, late } = await openBacklog('cashout');

    expect(await resumeStalled(deps, { perShard: 30 })).toBe(31);

    expect(sent.toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 30 }, (_, index) => inOneShard(index)),
      late,
    ]);
  });
});
