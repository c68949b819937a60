import { expect, test } from 'vitest';
import { linesTo, useBatches } from '../batch/scene.ts';
import type { Caller } from '../support/api.ts';
import { openColleague } from '../support/holdings.ts';
import { expectLedgerAddsUp } from '../support/ledger.ts';

const its = useBatches();
const stop = (caller: Caller, id: string) =>
  caller.post(`/v3/batches/${id}/stop`, { id, reason: 'Wrong month' });

test('a batch that is stopped before its payment is CANCELLED with the reason', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(2));

  expect((await stop(caller, batch.id)).body).toMatchObject({
    status: 'CANCELLED',
    stopped: { at: its.clock.now.toISOString(), reason: 'Wrong month' },
    ended_at: its.clock.now.toISOString(),
  });
  await its.finish(batch.id);
  expect((await its.approve(caller, batch)).body.message).toBe('Batch in wrong status');
});

test('a batch that is stopped halfway starts no further line, and its counts add up', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(70));
  await its.approve(caller, batch);
  await its.step();
  expect((await stop(caller, batch.id)).body.status).toBe('STOPPING');
  await its.pay(batch.id);
  await its.finish(batch.id);

  expect(await its.show(caller, batch.id)).toMatchObject({
    status: 'FINISHED',
    counts: { paid: { lines: 30, amount: 300 }, not_started: { lines: 40, amount: 400 } },
  });
  expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(9_970_000);
});

test('a stop during a worker’s step prevents further cashouts, and the cashouts already created are paid and counted', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(75));
  await its.approve(caller, batch);
  const deps = its.deps();
  let groups = 0;
  const stopping = {
    ...deps,
    config: { ...deps.config, BATCH_LINES_PER_SECOND: 15 },
    batches: {
      ...deps.batches,
      createCashouts: async (...given: Parameters<typeof deps.batches.createCashouts>) => {
        if (groups++ === 2) await stop(caller, batch.id);
        return deps.batches.createCashouts(...given);
      },
    },
  };
  await its.step(stopping);
  await its.finish(batch.id);

  expect(await its.show(caller, batch.id)).toMatchObject({
    status: 'FINISHED',
    counts: { paid: { lines: 50, amount: 500 }, not_started: { lines: 25, amount: 250 } },
  });
  expect((await expectLedgerAddsUp(its.used.stack, caller.tenant)).postedCents).toBe(9_950_000);
});

test('a finished batch cannot be stopped, and a user without the permission APPROVE cannot stop any batch', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(2));
  const creator = await openColleague(its.used.stack, caller.tenant, { permissions: ['CREATE'] });
  expect((await stop(creator, batch.id)).status).toBe(401);
  await its.approve(caller, batch);
  await its.finish(batch.id);

  expect((await stop(caller, batch.id)).body.message).toBe('Batch in wrong status');
});
