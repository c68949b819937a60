import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountQuery,
  type Caller,
  openCaller,
  openTenant,
  openWorld,
  sandbox,
  statementPath,
  until,
  type World,
} from '../support/api.ts';
import { chargeBack, statusOf } from '../support/chargebacks.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const newCaller = async () => openCaller(world.send, await openTenant(world.send));
const entriesOf = async (caller: Caller) => (await caller.get(statementPath(caller.source))).body.results;

/** Creates a QR code of 100.00 that a payer with this name has paid. */
async function paidCode(caller: Caller, name = 'Maria Silva') {
  const { body: qr } = await sandbox(world.send, '/sandbox/qr-codes', { ...caller.source, amount: 100 });
  const pixIn = { ...caller.source, amount: 100, qr_code_id: qr.qr_code_id, payer: { name } };
  const { body: paid } = await sandbox(world.send, '/sandbox/pix-in', pixIn);
  await until(
    () => entriesOf(caller),
    (entries) => entries[0].qr_code_id === qr.qr_code_id,
  );
  return paid as { qr_code_id: number; end_to_end_id: string; transaction_id: number };
}

const ended = (caller: Caller, id: number) =>
  until(
    () => statusOf(caller, { id }),
    ({ body }) => body.status !== 'PENDING',
  );

describe('a paid QR code', () => {
  test('the code is refunded in parts, and each refund can be followed to its end', async () => {
    const caller = await newCaller();
    const { qr_code_id } = await paidCode(caller);

    const first = (await chargeBack(caller, qr_code_id, '30.00')).body;
    expect(first.status).toBe('PENDING');
    expect((await chargeBack(caller, qr_code_id, 1)).body.message).toBe('There is a refund in processing');
    expect((await ended(caller, first.id)).body).toMatchObject({ status: 'SUCCESS', amount: 30 });
    const second = (await chargeBack(caller, qr_code_id, 70)).body;
    expect((await ended(caller, second.id)).body.status).toBe('SUCCESS');

    expect((await chargeBack(caller, qr_code_id, '0.01')).body.message).toBe(
      'Amount is greater than the value of the QR Code',
    );
    const entries = (await entriesOf(caller)).map((entry: Record<string, unknown>) => [
      entry.transaction_type,
      entry.amount,
      entry.balance,
    ]);
    expect(entries).toEqual([
      ['PIX_CHARGEBACK', 70, 10000],
      ['PIX_CHARGEBACK', 30, 10070],
      ['PIX_CASHIN', 100, 10100],
      ['PIX_CREDIT_IN_ACCOUNT', 10000, 10000],
    ]);
    const feed = await until(
      async () => (await caller.get(`/v3/events?${accountQuery(caller.source)}`)).body.results,
      (events) => events.length === 5,
    );
    expect(feed.map(({ type }: { type: string }) => type)).toEqual([
      'cashin.received',
      'chargeback.accepted',
      'chargeback.succeeded',
      'chargeback.accepted',
      'chargeback.succeeded',
    ]);
    expect(feed.map(({ movement }: { movement: object | null }) => movement)).toEqual([
      { code: 2, credit_or_debit: 'CREDIT', transaction_type: 'PIX_CASHIN', amount: 100 },
      { code: 3, credit_or_debit: 'DEBIT', transaction_type: 'PIX_CHARGEBACK', amount: 30 },
      null,
      { code: 4, credit_or_debit: 'DEBIT', transaction_type: 'PIX_CHARGEBACK', amount: 70 },
      null,
    ]);
  });

  test('the account is credited again when the network rejects the refund later', async () => {
    const caller = await newCaller();
    const { qr_code_id } = await paidCode(caller, 'rejected@sandbox.pix');

    const { id } = (await chargeBack(caller, qr_code_id, 100)).body;

    expect((await ended(caller, id)).body.status).toBe('REJECTED');
    expect((await entriesOf(caller))[0]).toMatchObject({
      transaction_type: 'PIX_CHARGEBACK_REFUND',
      balance: 10100,
    });
  });

  test('a refund of the code with an unknown outcome ends once the network has decided', async () => {
    const caller = await newCaller();
    const { qr_code_id } = await paidCode(caller, 'unknown@sandbox.pix');
    const { id } = (await chargeBack(caller, qr_code_id, 100)).body;

    const told = await sandbox(world.send, `/sandbox/network/${id}`, { outcome: 'settled' });

    expect(told.status).toBe(200);
    expect((await ended(caller, id)).body.status).toBe('SUCCESS');
  });

  test('a code whose payment was reported as fraud has a MED case that can be followed', async () => {
    const caller = await newCaller();
    const { end_to_end_id } = await paidCode(caller);
    const { body: opened } = await sandbox(world.send, '/sandbox/med-cases', { end_to_end_id });
    const case_ = await until(
      () => caller.get('/v3/meds/?status=WAITING&reason=RETURN_REQUEST&infraction_report_status=OPEN'),
      ({ body }) => body.results.length === 1,
    );
    expect(case_.body.results[0]).toMatchObject({ id: opened.id, end_to_end_id, status: 'WAITING' });

    await world.send({
      method: 'PUT',
      path: `/sandbox/med-cases/${opened.id}`,
      headers: { 'x-sandbox-key': 'local' },
      body: JSON.stringify({ infraction_report_status: 'CLOSED', analysis_result: 'DISAGREED' }),
    });

    const closed = await until(
      () => caller.get(`/v3/meds/${opened.id}`),
      ({ body }) => body.status !== 'WAITING',
    );
    expect(closed.body).toMatchObject({ status: 'REJECTED', infraction_report_status: 'CLOSED' });
  });
});
