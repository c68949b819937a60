// A PSP that limits our requests: by Retry-After, in a second, and at once.

import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readRetryAfter } from '../../lib/network/busy.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { openPspStack } from './psp-stack.ts';

const path = '/v3/gn/pix/';

async function open(pace: string) {
  const clock = { now: new Date('2026-11-27T12:00:00.000Z') };
  const psp = await openPspStack(() => clock.now, {}, pace);
  onTestFinished(() => psp.close());
  const send = sendInProcess(psp.stack);
  const paused = new Map<() => void, number>();
  const pause = (ms: number) =>
    new Promise<void>((resolve) => void paused.set(resolve, clock.now.getTime() + ms));
  const deps = { ...psp.stack.with({ now: () => clock.now }), pause };
  psp.webhooks['us@example.com'] = 'https://api.example.com/network/pix';
  const newCaller = async () => openCaller(send, await openTenant(send));
  const running = new Set<number>();

  /** Moves the clock, and lets each worker go on whose pause is over. */
  function wait(seconds: number): void {
    clock.now = new Date(clock.now.getTime() + seconds * 1_000);
    for (const [go, until] of paused)
      if (until <= clock.now.getTime()) {
        paused.delete(go);
        go();
      }
  }
  /** Runs each cashout that is due, until it has ended, waits again, or pauses. @returns how many are in progress */
  async function work(ids: readonly number[]): Promise<number> {
    const rows = await Promise.all(ids.map((id) => deps.cashouts.get(id)));
    const grace = deps.config.RESUME_AFTER_SECONDS * 1_000;
    const isDue = (tries: number, dueAt = '') =>
      tries === 0 || Date.parse(dueAt) - grace <= clock.now.getTime();
    const open = rows.flatMap((row) => (row?.status === 'PROCESSING' ? [row] : []));
    for (const { id, tries, dueAt } of open) {
      if (running.has(id) || !isDue(tries, dueAt)) continue;
      running.add(id);
      void takeStep(deps, id).finally(() => running.delete(id));
    }
    while (running.size > paused.size) await setImmediate();
    return open.length;
  }
  return { psp, newCaller, work, wait };
}
type Scene = Awaited<ReturnType<typeof open>>;

async function pay({ source, post }: Caller, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) {
    const body = { ...source, amount: 1, key: 'fulano@example.com', description: String(index) };
    ids.push((await post('/create-cashout-self-approve', body)).body.id);
  }
  return ids;
}
const calls = ({ psp: { psp } }: Scene) => psp.seen.splice(0).filter((one) => one.path.includes('/gn/pix'));

test('after a 429 with Retry-After no payment asks the PSP before that time, and then each is paid', async () => {
  const scene = await open('');
  const ids = await pay(await scene.newCaller(), 5);
  const { own } = scene.psp;
  let refusing = true;
  own.refuses = (request) =>
    refusing && request.path.startsWith(path) ? { status: 429, body: {}, retryAfter: 120 } : undefined;
  await scene.work(ids.slice(0, 1));
  expect(calls(scene)).toHaveLength(1);
  refusing = false;
  for (let second = 0; second < 110; second += 10) {
    await scene.work(ids);
    scene.wait(10);
  }
  expect(calls(scene).filter(({ method }) => method === 'PUT')).toEqual([]);
  for (let second = 0; second < 240; second += 10) {
    scene.wait(10);
    await scene.work(ids);
  }
  expect(calls(scene).filter(({ method }) => method === 'PUT').length).toBeGreaterThanOrEqual(5);
  expect(await scene.work(ids)).toBe(0);
});

test('ten requests a second are all that a PSP gets that allows ten, and a payout of another company is not behind them', async () => {
  const scene = await open('perSecond=10');
  const [large, small] = [await scene.newCaller(), await scene.newCaller()];
  const ids = await pay(large, 80);
  const counts: number[] = [];
  /** Lets the workers run for a second, and counts the requests. */
  async function second(all: readonly number[]): Promise<void> {
    let count = 0;
    for (let tenth = 0; tenth < 10; tenth++) {
      await scene.work(all);
      count += calls(scene).length;
      scene.wait(0.1);
    }
    counts.push(count);
  }
  for (let seconds = 0; seconds < 5; seconds++) await second(ids);
  const [one = 0] = await pay(small, 1);
  for (let seconds = 0; seconds < 5; seconds++) await second([...ids, one]);
  expect(await scene.work([one])).toBe(0);
  expect(await scene.work(ids)).toBeGreaterThan(20);
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(50);
  while ((await scene.work(ids)) > 0) await second(ids);
  expect(Math.max(...counts)).toBeLessThanOrEqual(10);
});

test('two requests at once are all that a PSP gets that allows two', async () => {
  const scene = await open('atOnce=2');
  const ids = await pay(await scene.newCaller(), 20);
  let [open_, most] = [0, 0];
  scene.psp.own.before = async () => {
    open_ += 1;
    most = Math.max(most, open_);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open_ -= 1;
  };
  for (let second = 0; second < 300 && (await scene.work(ids)) > 0; second++) scene.wait(1);
  expect(await scene.work(ids)).toBe(0);
  expect(most).toBe(2);
});

test('Retry-After is read as seconds or as a date', () => {
  const now = new Date('2026-11-27T12:00:00.000Z');
  expect(readRetryAfter('120', now)).toBe(120);
  expect(readRetryAfter('Fri, 27 Nov 2026 12:01:00 GMT', now)).toBe(60);
  expect(readRetryAfter('Fri, 27 Nov 2026 11:00:00 GMT', now)).toBe(0);
  for (const wrong of [undefined, 'soon', '', '-5']) expect(readRetryAfter(wrong, now)).toBeUndefined();
});
