import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  ended,
  openCaller,
  openTenant,
  openWorld,
  statementPath,
  type World,
} from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';

let world: World;
let caller: Caller;
beforeAll(async () => {
  world = await openWorld();
  caller = await openCaller(world.send, await openTenant(world.send));
});
afterAll(() => world.close());

const recipient = {
  ...bankDetails,
  recipient_name: 'Padaria Tres Irmaos',
  recipient_legal_id: '11222333000181',
  recipient_instution: '00416968',
};

test('a cashout to bank details is created, approved on the manual path, completed and shown', async () => {
  const created = await caller.post('/create-cashout-manual', { ...caller.source, amount: 20, ...recipient });
  const { id } = created.body;
  const approved = await caller.post('/approve-cashout-manual', { id });

  const done = await ended(caller, id);

  expect(created.body).toMatchObject({ status: 'NEW', key: null, recipient_account_type: 'Current Account' });
  expect(approved.body).toMatchObject({ status: 'PROCESSING', recipient_account_id: '45678-9' });
  expect(done.body).toMatchObject({ status: 'SUCCESS', recipient_instution_name: 'BANCO INTER' });
  const { results } = (await caller.get(statementPath(caller.source))).body;
  expect(results[0]).toMatchObject({ transaction_type: 'PIX_CASHOUT', amount: 20, transaction_id: id });
});

test('a cashout to bank details is created and approved in one call', async () => {
  const body = { ...caller.source, amount: 30, ...recipient };
  const created = await caller.post('/create-cashoutmanual-self-approve', body);

  const done = await ended(caller, created.body.id);

  expect([created.body.status, done.body.status]).toEqual(['PROCESSING', 'SUCCESS']);
});

test('a caller who lost the answer to a create finds the cashout by its idempotency key', async () => {
  const key = randomUUID();
  const body = { ...caller.source, amount: 5, ...recipient };
  const created = await caller.post('/create-cashout-manual', body, { 'idempotency-key': key });
  const query = new URLSearchParams({ ...caller.source, idempotency_key: key });

  const found = await caller.get(`/v3/cashouts?${query}`);

  expect(found).toMatchObject({
    status: 200,
    body: { id: created.body.id, status: 'NEW', idempotency_key: key },
  });
});
