import { expect, test } from 'vitest';
import { openClient } from '../support/clients.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const size = { capacity: 100, perMinute: 60 };
let count = 0;

/** Opens a bucket that nobody has used, with one store for each of several containers, at a time that the test moves. */
function openBucket(containers = 1) {
  count += 1;
  const clock = { ms: Date.parse('2026-11-27T12:00:00.000Z') };
  const now = () => new Date(clock.ms);
  const bucket = `test${count}`;
  const stores = Array.from(
    { length: containers },
    () => used.stack.with({ client: openClient(), now }).buckets,
  );
  const take = (companyId: string, tokens = 1, leaves = 0, container = 0) =>
    (stores[container] as (typeof stores)[0]).take({ bucket, companyId, size, tokens, leaves });
  /** Takes until nothing is left for the company. @returns how often */
  async function drain(companyId: string, tokens = 1, leaves = 0): Promise<number> {
    for (let taken = 0; ; taken++) if ('waitSeconds' in (await take(companyId, tokens, leaves))) return taken;
  }
  return { bucket, clock, stores, take, drain, store: stores[0] as (typeof stores)[0] };
}

test('a company gets half of a full bucket, the next one half of the rest, and a new one always something', async () => {
  const { drain } = openBucket();
  expect(await drain('one')).toBe(50);
  expect(await drain('two')).toBe(25);
  expect(await drain('three')).toBe(13);
  expect(await drain('four')).toBe(6);
});

test('a company that took its share goes on as fast as tokens come back', async () => {
  const { clock, drain } = openBucket();
  await drain('one');
  let taken = 0;
  for (let second = 0; second < 600; second++) {
    clock.ms += 1_000;
    taken += await drain('one');
  }
  expect(taken).toBeGreaterThanOrEqual(590);
  expect(taken).toBeLessThanOrEqual(610);
  expect(await drain('two')).toBeGreaterThanOrEqual(20);
});

test('many containers at the same moment take no more than one company’s share', async () => {
  const { take } = openBucket(10);
  const taken = await Promise.all(Array.from({ length: 300 }, (_, index) => take('one', 1, 0, index % 10)));
  const done = taken.filter((one) => !('waitSeconds' in one)).length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThanOrEqual(51);
});

test('tokens that are given back can be taken again, and the wait names when some come back', async () => {
  const { take, store } = openBucket();
  const taken = [await take('one', 20), await take('one', 20), await take('one', 20)];
  const [one, two, three] = taken.map((each) => ('span' in each ? each : undefined));
  if (!one || !two || !three) throw new Error('nothing was taken');
  expect(await take('one', 20)).toEqual({ waitSeconds: 1 });
  await store.settle(one, 0);
  await store.settle(two, 0);
  await store.settle(three, 0);
  expect(await take('one', 20)).toEqual({ waitSeconds: 20 });
  await store.settle(one, 1);
  expect(await take('one', 20)).toMatchObject({ span: 20_000 });
});

test('what is left for other uses is not taken', async () => {
  const { drain } = openBucket();
  expect(await drain('one', 1, 40)).toBe(30);
  expect(await drain('two', 20, 60)).toBe(0);
  expect(await drain('two', 20)).toBe(2);
});

test('a correction keeps what was taken meanwhile, and an empty bucket gives nothing until it fills up', async () => {
  const { bucket, clock, store, take, drain } = openBucket();
  await take('one', 20);
  await store.correct(bucket, size, 50);
  expect(await drain('two', 5)).toBe(3);
  await store.empty(bucket, size);
  expect(await take('three')).toEqual({ waitSeconds: 1 });
  clock.ms += 5_000;
  expect(await drain('three')).toBe(3);
});

test('one of several calls asks the PSP for its bucket', async () => {
  const { bucket, stores } = openBucket(8);
  const asked = await Promise.all(stores.map((store) => store.mayAsk(bucket, undefined)));
  expect(asked.filter(Boolean)).toHaveLength(1);
});
