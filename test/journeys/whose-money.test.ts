import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  ended,
  openCaller,
  openTenant,
  openWorld,
  sandbox,
  signed,
  statementPath,
  until,
  type World,
} from '../support/api.ts';
import { bankDetailsOf } from '../support/bank-details.ts';
import { chargeBack } from '../support/chargebacks.ts';
import { expectEventsAddUp, expectOwnIds, historyOf } from '../support/movements.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const newCaller = async (tenant: object = {}) => openCaller(world.send, await openTenant(world.send, tenant));
const showCode = async ({ source }: Caller, amount: number) =>
  (await sandbox(world.send, '/sandbox/qr-codes', { ...source, amount })).body;
const latest = async (caller: Caller) => (await caller.get(statementPath(caller.source))).body.results[0];

test('a one-cent payment to a QR code is credited, and the code stays open for the full payment, which can be refunded', async () => {
  const shop = await newCaller();
  const { qr_code_id } = await showCode(shop, 100);
  const pay = async (amount: string) => {
    const { body } = await sandbox(world.send, '/sandbox/pix-in', { ...shop.source, amount, qr_code_id });
    return until(
      () => latest(shop),
      ({ identification }) => identification === body.end_to_end_id,
    );
  };

  expect(await pay('0.01')).toMatchObject({ transaction_type: 'PIX_CASHIN', amount: 0.01, qr_code_id: null });
  expect((await chargeBack(shop, qr_code_id, '0.01')).body.message).toBe('QR Code is not paid');
  expect(await pay('100.00')).toMatchObject({ transaction_type: 'PIX_CASHIN', amount: 100, qr_code_id });

  expect(await chargeBack(shop, qr_code_id, '100.00')).toMatchObject({ status: 200, body: { amount: 100 } });
});

// With a PSP, a callback alone moves no money: the service looks the payment up at the PSP (poll-network.test.ts).
describe.skipIf(process.env.TEST_TARGET !== 'http')('the network’s callback', () => {
  const callBack = (pix: object) => {
    const body = JSON.stringify({ pix: [pix] });
    const headers = { hmac: signed('local-network-callback', body), 'content-type': 'application/json' };
    return world.send({ method: 'POST', path: '/network/pix', headers, body });
  };
  const newId = (kind: 'E' | 'D') =>
    `${kind}607011902026112112${randomBytes(7).toString('hex').slice(0, 13)}`;
  const arrived = (caller: Caller, identification: string) =>
    until(
      () => latest(caller),
      (entry) => entry.identification === identification,
    );

  test('a payment to one company’s key under another company’s QR code is credited to the owner of the key', async () => {
    const [owner, other] = [await newCaller(), await newCaller()];
    const { qr_code_id } = await showCode(other, 1_000);
    const endToEndId = newId('E');

    const answer = await callBack({
      endToEndId,
      valor: '1000.00',
      horario: '2026-11-21T12:10:00.000Z',
      chave: owner.tenant.accounts[0]?.pix_key,
      txid: `QR${qr_code_id}`,
    });

    expect(answer).toMatchObject({ status: 200, body: { worked: true } });
    expect(await arrived(owner, endToEndId)).toMatchObject({
      transaction_type: 'PIX_CASHIN',
      amount: 1_000,
      qr_code_id: null,
      balance: 11_000,
    });
    expect(await latest(other)).toMatchObject({ transaction_type: 'PIX_CREDIT_IN_ACCOUNT', balance: 10_000 });
  });

  test('a payment returned by MED is debited from the account that received the payment', async () => {
    const shop = await newCaller();
    const pix = {
      endToEndId: newId('E'),
      valor: '100.00',
      horario: '2026-11-21T12:10:00.000Z',
      chave: shop.tenant.accounts[0]?.pix_key,
    };
    await callBack(pix);
    await arrived(shop, pix.endToEndId);
    const back = { id: 'MED1234567890', rtrId: newId('D'), valor: '100.00', natureza: 'MED_FRAUDE' };

    await callBack({ ...pix, devolucoes: [{ ...back, status: 'DEVOLVIDO' }] });

    expect(await arrived(shop, back.rtrId)).toMatchObject({
      credit_or_debit: 'DEBIT',
      transaction_type: 'PIX_CHARGEBACK',
      amount: 100,
      balance: 10_000,
    });
  });
});

describe('a transfer by bank details to an account of this institution', () => {
  test.each([
    ['the holder’s', 'SUCCESS'],
    ['another company’s', 'ERROR'],
  ])('a transfer that names %s document ends as %s', async (whose, status) => {
    const payer = await newCaller();
    const holder = await newCaller({ name: 'Joana Prado', legal_id: '39053344705' });
    const other = { name: 'Padaria Ltda', legal_id: '11222333000181' };
    const isHolders = status === 'SUCCESS';

    const { body } = await payer.post('/create-cashoutmanual-self-approve', {
      ...payer.source,
      amount: 10,
      ...bankDetailsOf(holder.source, isHolders ? '39053344705' : other.legal_id),
      recipient_name: other.name,
    });

    expect((await ended(payer, body.id)).body, whose).toMatchObject({
      status,
      recipient_name: isHolders ? 'Joana Prado' : other.name,
      recipient_legal_id: isHolders ? '***.533.447-**' : other.legal_id,
      erro_descriptor: isHolders ? null : 'BE01 - Documento não corresponde ao titular da conta',
    });
    expect((await latest(holder)).transaction_type).toBe(isHolders ? 'PIX_CASHIN' : 'PIX_CREDIT_IN_ACCOUNT');
    expect((await latest(payer)).balance).toBe(isHolders ? 9_990 : 10_000);
  });
});

test('a QR code paid internally and refunded in parts is on both statements under separate ids, with one event per refund', async () => {
  const [shop, payer] = [await newCaller(), await newCaller()];
  const { qr_code_id, copy_and_paste } = await showCode(shop, 30);
  const code = { ...payer.source, copy_and_paste };
  const { id } = (await payer.post('/create-copy-and-paste-transfer', code)).body;
  await ended(payer, id);

  for (const amount of ['10.00', '20.00'])
    expect(await chargeBack(shop, qr_code_id, amount)).toMatchObject({ body: { status: 'SUCCESS' } });
  for (const [caller, count] of [
    [payer, 6],
    [shop, 4],
  ] as const)
    await until(
      () => historyOf(caller),
      ({ events }) => events.length === count,
    );

  const types = (await historyOf(payer)).entries.map(({ transaction_type, amount }) => [
    transaction_type,
    amount,
  ]);
  expect(types.slice(1)).toEqual([
    ['PIX_CASHOUT', 30],
    ['PIX_CASHOUT_REFUND', 10],
    ['PIX_CASHOUT_REFUND', 20],
  ]);
  for (const caller of [payer, shop]) await expectEventsAddUp(caller);
  await expectOwnIds([payer, shop]);
});
