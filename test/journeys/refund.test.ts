import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  accountQuery,
  type Caller,
  ended,
  openCaller,
  openTenant,
  openWorld,
  sandbox,
  statementPath,
  until,
  type World,
} from '../support/api.ts';

let world: World;
let caller: Caller;
beforeAll(async () => {
  world = await openWorld();
  caller = await openCaller(world.send, await openTenant(world.send));
});
afterAll(() => world.close());

test('a cashout that its receiver returns in two parts ends as REFUNDED, and the statement adds up', async () => {
  const body = { ...caller.source, amount: 30, key: 'fulano@example.com' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  await ended(caller, id);

  const first = await sandbox(world.send, '/sandbox/refunds', {
    transaction_id: id,
    amount: '10.00',
    reason: 'BE08',
  });
  await sandbox(world.send, '/sandbox/refunds', { transaction_id: id, amount: 20 });

  expect(first.body).toEqual({ worked: true, return_id: expect.stringMatching(/^D99999011\d{12}\w{11}$/) });
  const done = await until(
    () => caller.get(`/v3/cashouts/${id}`),
    ({ body: { status } }) => status === 'REFUNDED',
  );
  expect(done.body).toMatchObject({
    status: 'REFUNDED',
    erro_descriptor: expect.stringMatching(/^(MD06|BE08) - /),
  });
  const { results } = (await caller.get(statementPath(caller.source))).body;
  expect(results.map((item: { transaction_type: string }) => item.transaction_type)).toEqual([
    'PIX_CASHOUT_REFUND',
    'PIX_CASHOUT_REFUND',
    'PIX_CASHOUT',
    'PIX_CREDIT_IN_ACCOUNT',
  ]);
  expect(results[0].balance).toBe(10_000);
  // Each statement entry has one event. The event of the second part says REFUNDED.
  const feed = await until(
    async () => (await caller.get(`/v3/events?${accountQuery(caller.source)}`)).body.results,
    (events) => events.length === 4,
  );
  const told = feed.map(({ type, movement }: { type: string; movement: unknown }) => [type, movement]);
  const partOf = (at: number) => {
    const { code, credit_or_debit, transaction_type, amount } = results[at];
    return { code, credit_or_debit, transaction_type, amount };
  };
  expect(told).toEqual(
    expect.arrayContaining([
      ['cashout.created', null],
      ['cashout.succeeded', partOf(2)],
      ['cashout.partially_refunded', partOf(1)],
      ['cashout.refunded', partOf(0)],
    ]),
  );
});

test('a received payment that the PSP takes back is debited from the account', async () => {
  const arrived = await sandbox(world.send, '/sandbox/pix-in', { ...caller.source, amount: 7.5 });
  await until(
    () => caller.get(statementPath(caller.source)),
    ({ body }) => body.results[0].identification === arrived.body.end_to_end_id,
  );

  const taken = await sandbox(world.send, '/sandbox/returns', { end_to_end_id: arrived.body.end_to_end_id });

  expect(taken.body).toEqual({ worked: true, return_id: expect.stringMatching(/^D99999011\d{12}\w{11}$/) });
  const statement = await until(
    () => caller.get(statementPath(caller.source)),
    ({ body }) => body.results[0].identification === taken.body.return_id,
  );
  expect(statement.body.results[0]).toMatchObject({
    credit_or_debit: 'DEBIT',
    transaction_type: 'PIX_CHARGEBACK',
    amount: 7.5,
    qr_code_id: arrived.body.qr_code_id,
    transaction_id: arrived.body.transaction_id,
    balance: 10_000,
  });
  const unknown = await sandbox(world.send, '/sandbox/returns', { end_to_end_id: 'E1' });
  expect(unknown).toMatchObject({ status: 400, body: { message: 'Transaction not found' } });
});

test('a received payment is credited to the account', async () => {
  const arrived = await sandbox(world.send, '/sandbox/pix-in', { ...caller.source, amount: 5.25 });

  expect(arrived.body).toEqual({
    worked: true,
    qr_code_id: expect.any(Number),
    transaction_id: expect.any(Number),
    end_to_end_id: expect.stringMatching(/^E99999011\d{12}\w{11}$/),
  });
  const statement = await until(
    () => caller.get(statementPath(caller.source)),
    ({ body }) => body.results[0].transaction_type === 'PIX_CASHIN',
  );
  expect(statement.body.results[0]).toMatchObject({
    amount: 5.25,
    transaction_id: arrived.body.transaction_id,
  });
});
