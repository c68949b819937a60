// A recovery at a network that has no call for it, with the pages of operators.

import { expect, test } from 'vitest';
import { takeStep } from '../../lib/payout/take-step.ts';
import { useOperators } from '../console/operators.ts';

const { its, openOperator } = useOperators();
const details = 'The seller <does> not exist.';

async function openRecovery() {
  const { company } = await its.openDesk();
  const body = { ...company.source, amount: 12.34, key: 'fulano@example.com' };
  const { id } = (await company.post('/create-cashout-self-approve', body)).body as { id: number };
  await takeStep(its.used.stack.deps, id);
  const path = `/v3/cashouts/${id}/recovery`;
  const made = await company.post(path, { id, situation: 'SCAM', details });
  return { company, id, path, made };
}
const sweep = () => {
  const at = new Date(its.used.stack.deps.now().getTime() + 300_000);
  return its.used.stack.invoke('pollNetwork', {}, its.used.stack.with({ now: () => at }));
};

test('without a call at the network, one incident asks a person, and its closing ends the recovery', async () => {
  const { company, id, path, made } = await openRecovery();
  expect(made.body).toMatchObject({ status: 'REQUESTED', with_operator: true, psp_id: null });
  await sweep();
  const { incidents } = its.used.stack.deps;
  const open = (await incidents.list(false)).filter(({ cashoutId }) => cashoutId === id);
  expect(open).toMatchObject([{ kind: 'recovery_by_hand', id: `recovery-${id}-no-call` }]);
  expect(await company.post(`${path}/cancel`, { id, recovery: 'cancel' })).toMatchObject({ status: 400 });

  const closing = { closedAt: new Date().toISOString(), closedBy: 'dora', note: 'sent to the PSP' };
  await incidents.close(`recovery-${id}-no-call`, closing);
  await sweep();
  expect((await company.get(path)).body).toMatchObject({
    status: 'BY_HAND',
    with_operator: false,
    ended_at: closing.closedAt,
  });
  expect((await company.post(path, { id, situation: 'SCAM', details })).status).toBe(200);
});

test('the desk shows the evidence of a payment on one page, and the look is in the audit', async () => {
  const { company, id } = await openRecovery();
  const dora = await openOperator('Dora Alves');
  expect((await dora.visit(`/cashouts/${id}`)).text).toContain(`/desk/cashouts/${id}/evidence`);
  const { status, text } = await dora.visit(`/cashouts/${id}/evidence`);
  expect(status).toBe(200);
  for (const said of [
    'Scam',
    'The seller &lt;does&gt; not exist.',
    '12.34',
    '/receipts/',
    'Created',
    'Approved',
  ])
    expect(text).toContain(said);
  const entries = await its.used.stack.deps.audit.list(`company:${company.tenant.company_id}`, 100);
  expect(entries.filter(({ action }) => action === 'cashout show').length).toBeGreaterThanOrEqual(2);
});

test('a cashout without a recovery has evidence too, and an unknown one has none', async () => {
  const { company } = await its.openDesk();
  const body = { ...company.source, amount: 1, key: 'fulano@example.com' };
  const { id } = (await company.post('/create-cashout', body)).body;
  const dora = await openOperator('Dora Alves');
  expect((await dora.visit(`/cashouts/${id}/evidence`)).status).toBe(200);
  expect((await dora.visit('/cashouts/5/evidence')).status).toBe(404);
});
