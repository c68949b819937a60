// Look-ups of keys at a PSP that limits them, with Woovi's bucket: 500 tokens, 20 a minute, 20 for a key of nobody.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBatch } from '../../lib/batch/run-batch.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { openWooviStack, type WooviStack } from './woovi-stack.ts';

let woovi: WooviStack;
const clock = { now: new Date('2026-11-27T12:00:00.000Z') };
const wait = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1_000);
};
beforeAll(async () => {
  woovi = await openWooviStack(() => clock.now, { max: 500, perMinute: 20 });
});
afterAll(() => woovi.close());

async function newCaller(): Promise<Caller> {
  return openCaller(sendInProcess(woovi.stack), await openTenant(sendInProcess(woovi.stack)));
}
async function pay({ source, post }: Caller, key: string): Promise<number> {
  const { status, body } = await post('/create-cashout-self-approve', { ...source, amount: 1, key });
  expect([status, body]).toMatchObject([200, {}]);
  return body.id;
}
const payMany = async (caller: Caller, count: number, keyOf: (index: number) => string) => {
  const ids: number[] = [];
  for (let index = 0; index < count; index++) ids.push(await pay(caller, keyOf(index)));
  return ids;
};
const nobody = (index: number) => `n${index}@nobody.example`;
const somebody = (index: number) => `s${index}@example.com`;

/** A test has no queue, so it runs each cashout about when it is due. Nothing pauses while the clock stands still. */
async function work(ids: readonly number[]): Promise<void> {
  const { deps } = woovi.stack;
  const rows = await Promise.all(ids.map((id) => deps.cashouts.get(id)));
  const isDue = (tries: number, dueAt = '') =>
    tries === 0 || Date.parse(dueAt) - deps.config.RESUME_AFTER_SECONDS * 1_000 <= clock.now.getTime();
  const due = rows.filter((row) => row?.status === 'PROCESSING' && isDue(row.tries, row.dueAt));
  await Promise.all(due.map((row) => takeStep({ ...deps, pause: async () => {} }, row?.id ?? 0)));
}
async function statuses(ids: readonly number[]): Promise<Record<string, number>> {
  const rows = await Promise.all(ids.map((id) => woovi.stack.deps.cashouts.get(id)));
  const counted: Record<string, number> = {};
  for (const row of rows) counted[row?.status ?? ''] = (counted[row?.status ?? ''] ?? 0) + 1;
  return counted;
}
const timeline = async ({ get }: Caller, id: number): Promise<string[]> =>
  (await get(`/v3/cashouts/${id}/timeline`)).body.entries.map(({ text }: { text: string }) => text);

test('a hundred keys of nobody of one company leave the payouts of another company alone, and none of them fails for it', async () => {
  const [careless, other] = [await newCaller(), await newCaller()];
  const wrong = await payMany(careless, 100, nobody);
  const { counted } = woovi.tokens;
  await work(wrong);
  expect(counted.misses).toBeLessThanOrEqual(13);
  expect(woovi.tokens.left()).toBeGreaterThanOrEqual(240);

  const right = await payMany(other, 20, somebody);
  for (let second = 0; second < 5; second++) {
    await work([...right, ...wrong]);
    wait(2);
  }
  expect(await statuses(right)).toEqual({ SUCCESS: 20 });

  const waiting = (await statuses(wrong)).PROCESSING ?? 0;
  expect(waiting).toBeGreaterThan(80);
  const texts = await timeline(careless, wrong.at(-1) as number);
  expect(texts.join()).toMatch(/Look-ups of PIX keys are used up for now; this one waits until 2026-/);
  for (let step = 0; step < 24; step++) {
    wait(300);
    await work(wrong);
  }
  expect(await statuses(wrong)).toEqual({ ERROR: 100 });
  expect(counted).toEqual({ hits: 20, misses: 100, refused: 0 });
});

test('a batch of a company that used up its share waits until a time that it shows, and goes on by itself', async () => {
  const caller = await newCaller();
  await work(await payMany(caller, 20, nobody));
  const lines = [1, 2, 3].map((line) => ({ line_id: `l${line}`, amount: 1, key: somebody(line) }));
  const body = { ...caller.source, total_lines: 3, total_amount: 3, lines };
  const { id, content_digest } = (
    await caller.post('/v3/batches', body, { 'idempotency-key': '5f0b2a0e-6a0e-4c59-9d5b-1f1f1b2c3d4e' })
  ).body;
  const { deps } = woovi.stack;
  const show = async () => (await caller.get(`/v3/batches/${id}`)).body;
  await runBatch(deps, id);
  expect(await caller.post(`/v3/batches/${id}/approve`, { id, content_digest })).toMatchObject({
    status: 200,
  });

  await runBatch(deps, id);
  const { status, waits_until, counts } = await show();
  expect([status, counts.waiting.lines]).toEqual(['PAYING', 3]);
  expect(Date.parse(waits_until)).toBeGreaterThan(clock.now.getTime());

  wait((Date.parse(waits_until) - clock.now.getTime()) / 1_000 + 60);
  await runBatch(deps, id);
  expect(await show()).toMatchObject({ waits_until: null, counts: { processing: { lines: 3 } } });
});
