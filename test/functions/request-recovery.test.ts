import { expect, test } from 'vitest';
import { requestRecovery } from '../../lib/funds-recovery/request-recovery.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Caller } from '../support/api.ts';
import { useStack } from '../support/use-stack.ts';

// test/psp/woovi-recoveries.test.ts has the whole life of a recovery at a PSP that takes it.
const used = useStack();
const asked = { situation: 'COERCION', details: 'We were forced to pay' } as const;

async function pay(caller: Caller, more: object): Promise<number> {
  const { id } = (
    await caller.post('/create-cashout-self-approve', { ...caller.source, amount: 10, ...more })
  ).body;
  await takeStep(used.stack.deps, id);
  return id;
}

test('a payment within this institution cannot be recovered, and nothing is stored', async () => {
  const [payer, payee] = [await used.newCaller(), await used.newCaller()];
  const id = await pay(payer, { key: payee.tenant.accounts[0]?.pix_key });
  expect(await payer.post(`/v3/cashouts/${id}/recovery`, { id, ...asked })).toMatchObject({
    status: 400,
    body: { message: 'Transaction was paid inside this institution' },
  });
  expect(await used.stack.deps.recoveries.get(id)).toBeUndefined();
});

test('a crash after the request was stored loses nothing: the schedule goes on with it', async () => {
  const caller = await used.newCaller();
  const id = await pay(caller, { key: 'fulano@example.com' });
  const { stack } = used;
  const incidents = { ...stack.deps.incidents, insert: () => Promise.reject(new Error('crash')) };
  const body = { id, ...asked };
  const deps = { ...stack.deps, incidents };
  const crashed = await requestRecovery(deps, identityOf(caller), id, asked);
  expect(crashed).toMatchObject({ status: 'REQUESTED' });
  expect(crashed).not.toHaveProperty('incident');
  const later = new Date(Date.now() + 300_000);
  await stack.invoke('pollNetwork', {}, stack.with({ now: () => later }));
  expect((await caller.post(`/v3/cashouts/${id}/recovery`, body)).body).toMatchObject({
    with_operator: true,
  });
});

const identityOf = ({ tenant }: Caller) => ({
  userId: tenant.user_id,
  companyId: tenant.company_id,
  clientId: tenant.client_id,
  audience: 'api' as const,
});
