// A PSP that does not answer: who asks it meanwhile, and how soon the payments go on afterwards.

import { expect, onTestFinished, test } from 'vitest';
import { startQuestions } from '../../lib/payout/questions.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { QueuedRow } from '../../lib/platform/work-queues.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { openClient } from '../support/clients.ts';
import { sweep } from '../support/sweep.ts';
import type { PspRequest } from './fake-psp.ts';
import { openPspStack } from './psp-stack.ts';

async function open() {
  const clock = { now: new Date('2026-11-27T12:00:00.000Z') };
  const psp = await openPspStack(() => clock.now);
  onTestFinished(() => psp.close());
  const send = sendInProcess(psp.stack);
  psp.webhooks['us@example.com'] = 'https://api.example.com/network/pix';
  const messages: { id: number; at: number }[] = [];
  const add = (rows: readonly QueuedRow[], delaySeconds = 0) => {
    for (const { id } of rows) messages.push({ id, at: clock.now.getTime() + delaySeconds * 1_000 });
  };
  const stack = psp.stack.with({ now: () => clock.now });
  const queues = {
    ...stack.queues,
    send: async (_: string, row: QueuedRow, delay?: number) => add([row], delay),
    offer: async (_: string, rows: readonly QueuedRow[], delay?: number) => {
      add(rows, delay);
      return { unsent: [] };
    },
  };
  const deps = { ...stack, queues };
  const calls: { at: number; request: PspRequest }[] = [];
  let seconds = 0;

  return {
    psp,
    deps,
    calls,
    newCaller: async () => openCaller(send, await openTenant(send)),
    /** Creates and approves payments, and sends them to the workers. */
    async pay({ source, post }: Caller, count: number, key = 'fulano@example.com'): Promise<number[]> {
      const ids: number[] = [];
      for (let index = 0; index < count; index++) {
        const body = { ...source, amount: 1, key, description: String(index) };
        ids.push((await post('/create-cashout-self-approve', body)).body.id);
      }
      add(ids.map((id) => ({ id })) as QueuedRow[]);
      return ids;
    },
    /** Lets the workers run, and resume-stalled every minute. */
    async live(forSeconds: number): Promise<void> {
      for (const end = seconds + forSeconds; seconds < end; seconds++) {
        const due = messages.filter(({ at }) => at <= clock.now.getTime());
        for (const message of due) messages.splice(messages.indexOf(message), 1);
        for (const { id } of due) await takeStep(deps, id);
        if (seconds % 60 === 59) await sweep(deps, 'cashouts');
        for (const request of psp.psp.seen.splice(0)) calls.push({ at: seconds, request });
        clock.now = new Date(clock.now.getTime() + 1_000);
      }
    },
    async open(ids: readonly number[]): Promise<number> {
      const rows = await Promise.all(ids.map((id) => deps.cashouts.get(id)));
      return rows.filter((row) => row?.status === 'PROCESSING').length;
    },
  };
}

const gateway = { status: 504, body: {} };

test('a PSP that does not answer for an hour is asked by one payment at a time, and pays all within five minutes after it', async () => {
  const scene = await open();
  const { own } = scene.psp;
  own.refuses = () => gateway;
  const ids = await scene.pay(await scene.newCaller(), 20);
  ids.push(...(await scene.pay(await scene.newCaller(), 20)));
  await scene.live(3_600);
  expect(scene.calls.length).toBeLessThan(3_600 / 15);
  delete own.refuses;
  await scene.live(300);
  expect(await scene.open(ids)).toBe(0);
}, 60_000);

test('payments of one company that get no answer from a sound PSP delay those of another by a minute at most', async () => {
  const scene = await open();
  const [poisoned, sound] = [await scene.newCaller(), await scene.newCaller()];
  const theirs = new Set<string>();
  scene.psp.own.refuses = ({ path, body }) => {
    const reference = path.split('/').at(-1) ?? '';
    if (body?.favorecido?.chave === 'poison@example.com') theirs.add(reference);
    return theirs.has(reference) ? gateway : undefined;
  };
  await scene.pay(poisoned, 60, 'poison@example.com');
  await scene.live(30);
  expect((await scene.deps.pspRows.get('main', scene.deps.now())).silentSince).toBeDefined();
  for (let round = 0; round < 3; round++) {
    const ids = await scene.pay(sound, 3);
    await scene.live(60);
    expect(await scene.open(ids)).toBe(0);
  }
}, 60_000);

test('people who end a payment get the word of a PSP that was silent a moment ago', async () => {
  const scene = await open();
  scene.psp.own.refuses = () => gateway;
  const [id = 0] = await scene.pay(await scene.newCaller(), 6);
  await scene.live(30);
  delete scene.psp.own.refuses;
  const cashout = await scene.deps.cashouts.get(id);
  if (!cashout) throw new Error('the payment exists');
  const find = () =>
    scene.deps.network.findPayment({ reference: String(id), amountCents: cashout.request.amountCents });
  const ask = (more?: { isForPeople: boolean }) =>
    startQuestions(scene.deps, cashout, more).ask('find', find);
  expect(await ask()).toMatchObject({ silence: 'known' });
  expect(await ask({ isForPeople: true })).toEqual({ kind: 'not_found' });
});

test('a container that reads that a silence is over asks the PSP at once', async () => {
  const scene = await open();
  const now = new Date('2026-11-27T12:00:00.000Z');
  const later = new Date(now.getTime() + 60_000);
  const [one, other] = [0, 1].map(() => scene.psp.stack.with({ client: openClient() }).pspRows);
  for (let id = 1; id <= 5; id++) await one?.noteSilence('main', id, '1', now);
  expect(await other?.mayReach('main', '1', now)).toBe(false);
  await one?.noteHeard('main', later, later);
  expect(await other?.mayReach('main', '1', new Date(now.getTime() + 10_000))).toBe(true);
});
