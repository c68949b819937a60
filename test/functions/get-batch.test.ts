import { expect, test } from 'vitest';
import { linesTo, useBatches } from '../batch/scene.ts';
import { openColleague } from '../support/holdings.ts';

const its = useBatches();

test('the counts of a batch add up to its number of lines and its total at every step', async () => {
  const caller = await its.open(1_400);
  const lines = linesTo(150, 10, (n) => (n % 3 === 0 ? 'ab09@sandbox.pix' : `p${n}@sandbox.pix`));
  const batch = await its.waiting(caller, lines);
  await its.approve(caller, batch);
  const seen: number[][] = [];
  for (let steps = 0; its.sent.length > 0 && steps < 50; steps++) {
    await its.step();
    if (steps % 2 === 1) await its.pay(batch.id);
    const { counts } = await its.show(caller, batch.id);
    const all = Object.values(counts) as { lines: number; amount: number }[];
    seen.push([
      all.reduce((sum, one) => sum + one.lines, 0),
      Math.round(all.reduce((sum, one) => sum + one.amount * 100, 0)),
    ]);
  }

  expect(seen.length).toBeGreaterThan(0);
  expect(new Set(seen.map((one) => one.join()))).toEqual(new Set(['150,150000']));
});

test('every user of the company with a policy on the account sees the batch, and others do not', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(1));
  const colleague = await openColleague(its.used.stack, caller.tenant, { permissions: [] });
  const other = await openColleague(its.used.stack, caller.tenant, { accounts: [] });
  const path = `/v3/batches/${batch.id}`;

  expect([(await colleague.get(path)).status, (await other.get(path)).status]).toEqual([200, 404]);
});
