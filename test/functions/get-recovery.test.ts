import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openColleague } from '../support/holdings.ts';
import { openRecovery } from '../support/recoveries.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

test('users who may approve see the recovery of a payment, and a user who may only create does not', async () => {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await takeStep(used.stack.deps, id);
  await openRecovery(used.stack, caller, id);
  const path = `/v3/cashouts/${id}/recovery`;
  const approver = await openColleague(used.stack, caller.tenant, { permissions: ['APPROVE'] });
  const creator = await openColleague(used.stack, caller.tenant, { permissions: ['CREATE'] });
  expect((await approver.get(path)).body).toMatchObject({ id, status: 'UNDER_WAY', psp_status: 'TRACKED' });
  expect((await creator.get(path)).status).toBe(401);
});
