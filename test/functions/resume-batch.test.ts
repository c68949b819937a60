import { expect, test } from 'vitest';
import { linesTo, useBatches } from '../batch/scene.ts';
import type { Caller } from '../support/api.ts';
import { payQrCode } from '../support/chargebacks.ts';

const its = useBatches();
const resume = (caller: Caller, id: string) => caller.post(`/v3/batches/${id}/resume`, { id });

/** Creates a paused batch of 20 lines of ten reais, of which the balance covers only some. */
async function paused(balance: number) {
  const caller = await its.open(balance);
  const batch = await its.waiting(caller, linesTo(20));
  await its.approve(caller, batch);
  await its.finish(batch.id);
  expect((await its.show(caller, batch.id)).status).toBe('PAUSED');
  return { caller, batch };
}

test('a batch that is resumed with sufficient funds is paid completely', async () => {
  const { caller, batch } = await paused(150);
  await payQrCode(its.used.stack, caller, { amount: 100 });
  expect((await resume(caller, batch.id)).body).toMatchObject({ status: 'PAYING', paused: null });
  await its.finish(batch.id);

  expect(await its.show(caller, batch.id)).toMatchObject({
    status: 'FINISHED',
    counts: { paid: { lines: 20, amount: 200 } },
  });
});

test('a batch that is resumed without funds is paused again before any line starts', async () => {
  const { caller, batch } = await paused(150);
  await resume(caller, batch.id);
  await its.finish(batch.id);

  expect(await its.show(caller, batch.id)).toMatchObject({
    status: 'PAUSED',
    paused: { reason: 'insufficient_funds' },
    counts: { waiting: { lines: 20, amount: 200 } },
  });
});

test('a batch that is not paused cannot be resumed', async () => {
  const caller = await its.open();
  const batch = await its.waiting(caller, linesTo(1));

  expect((await resume(caller, batch.id)).body.message).toBe('Batch in wrong status');
});
