// A batch whose next lines are more than the PSP has left.

import { expect, test } from 'vitest';
import { leaveAtPsp } from '../support/psp-room.ts';
import { linesTo, useBatches } from './scene.ts';

const its = useBatches((deps) => ({ ...deps, config: { ...deps.config, PSP_FLOOR_CENTS: 1 } }));

async function leave(roomCents: number): Promise<void> {
  await leaveAtPsp(its.deps(), its.clock.now.toISOString(), roomCents);
  its.wait(20);
}

test('a batch pauses if the PSP is short of money, no line fails, and after a resumption every line is paid', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(3));
  await leave(2_999);
  await its.approve(caller, batch);
  await its.finish(batch.id);
  expect(await its.show(caller, batch.id)).toMatchObject({
    status: 'PAUSED',
    paused: { reason: 'psp_short' },
    counts: { waiting: { lines: 3 }, failed: { lines: 0 } },
  });

  await leave(3_000);
  expect((await caller.post(`/v3/batches/${batch.id}/resume`, { id: batch.id })).status).toBe(200);
  await its.finish(batch.id);
  expect(await its.show(caller, batch.id)).toMatchObject({
    status: 'FINISHED',
    counts: { paid: { lines: 3 } },
  });
});
