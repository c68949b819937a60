import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openRecovery } from '../support/recoveries.ts';
import { useStack } from '../support/use-stack.ts';

// test/psp/woovi-recoveries.test.ts has cancellations at a PSP.
const used = useStack();

test('of ten cancellations at the same time, each is answered, and the recovery is asked to end once', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  await openRecovery(used.stack, caller, id);
  const path = `/v3/cashouts/${id}/recovery/cancel`;
  const cancel = () => caller.post(path, { id, recovery: 'cancel' });
  const answers = await Promise.all(Array.from({ length: 10 }, cancel));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const row = await used.stack.deps.recoveries.get(id);
  expect(row).toMatchObject({ status: 'UNDER_WAY', cancelAskedAt: expect.any(String), revision: 4 });
  expect((await cancel()).body).toMatchObject({ cancel_requested: true });
  expect(await used.stack.deps.recoveries.get(id)).toEqual(row);
});
