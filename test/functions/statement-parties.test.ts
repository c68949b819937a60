// The party that each entry of a JSON statement names. Files name the same parties (test/export/).

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { maskTaxId } from '../../lib/base/tax-id.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, sandbox, statementPath } from '../support/api.ts';
import { bankDetails } from '../support/bank-details.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { counting } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const newId = (kind: 'D' | 'E') => `${kind}607011902026112112${randomBytes(7).toString('hex').slice(0, 13)}`;

const accountOf = ({ source }: Caller) => ({
  branch: source.source_account_branch_identifier,
  number: source.source_account_number,
});
async function pay(caller: Caller, more: object): Promise<number> {
  const endpoint = 'key' in more ? '/create-cashout-self-approve' : '/create-cashoutmanual-self-approve';
  const { status, body } = await caller.post(endpoint, { ...caller.source, amount: 10, ...more });
  expect(status).toBe(200);
  await takeStep(used.stack.deps, body.id);
  return body.id;
}
const apply = (event: object) =>
  applyNetworkEvent(used.stack.deps, networkEvent.parse({ version: 1, ...event }));
const giveBack = (cashoutId: number) =>
  apply({ kind: 'payment_returned', amountCents: 1000, cashoutId, returnId: newId('D'), code: 'MD06' });
/** Returns the type and the party of each entry, oldest first, without the opening credit. */
async function partiesOf(caller: Caller) {
  const { results } = (await caller.get(statementPath(caller.source))).body;
  return results
    .reverse()
    .slice(1)
    .map(({ transaction_type, counterparty }: Record<string, unknown>) => [transaction_type, counterparty]);
}
const holderOf = ({ tenant }: Caller) => ({
  name: tenant.name,
  legal_id: maskTaxId(tenant.legal_id),
  ispb: '99999010',
  institution: 'PIX Cashout',
});
/** The owner that the sandbox generates for the key. */
const carla = {
  name: 'Carla Dias',
  legal_id: '***.740.925-**',
  ispb: '60701190',
  institution: 'ITAÚ UNIBANCO S.A.',
};
const payer = { name: 'Rita Lima 529.982.247-25', legal_id: '52998224725', ispb: '00000000' };
const rita = {
  name: 'Rita Lima ***.982.247-**',
  legal_id: '***.982.247-**',
  ispb: '00000000',
  institution: 'BCO DO BRASIL S.A.',
};

describe('the names of the parties on a statement:', () => {
  test('a cashout and its return show the payee’s name from the network', async () => {
    const caller = await used.newCaller();
    const cashoutId = await pay(caller, { key: 'fulano@example.com' });
    await giveBack(cashoutId);

    expect(await partiesOf(caller)).toEqual([
      ['PIX_CASHOUT', carla],
      ['PIX_CASHOUT_REFUND', carla],
    ]);
  });

  test('a cashout by bank details shows the payee’s name from the payer, with the document masked', async () => {
    const caller = await used.newCaller();
    await pay(caller, {
      ...bankDetails,
      recipient_legal_id: '12345678909',
      recipient_name: 'Zuleica Q',
    });

    const named = { name: 'Zuleica Q', legal_id: '***.456.789-**', ispb: '00000000' };
    expect(await partiesOf(caller)).toEqual([
      ['PIX_CASHOUT', { ...named, institution: 'BCO DO BRASIL S.A.' }],
    ]);
  });

  test('a transfer within this institution shows each account holder on the other holder’s statement', async () => {
    const [caller, payee] = [await used.newCaller(), await used.newCaller()];
    const cashoutId = await pay(caller, { key: payee.tenant.accounts[0]?.pix_key });
    await giveBack(cashoutId);

    const payeesHolder = expect.objectContaining({ ispb: '99999010', institution: 'PIX Cashout' });
    expect(await partiesOf(caller)).toEqual([
      ['PIX_CASHOUT', payeesHolder],
      ['PIX_CASHOUT_REFUND', payeesHolder],
    ]);
    expect(await partiesOf(payee)).toEqual([
      ['PIX_CASHIN', expect.objectContaining(holderOf(caller))],
      ['PIX_CHARGEBACK', expect.objectContaining(holderOf(caller))],
    ]);
    const text = JSON.stringify((await payee.get(statementPath(payee.source))).body);
    expect(text).not.toContain(accountOf(caller).number);
  });

  test('a payment from another institution, its requested return and its imposed return show the payer', async () => {
    const caller = await used.newCaller();
    const paid = await payQrCode(used.stack, caller, { payer });
    expect((await chargeBack(caller, paid.qr_code_id, '40.00')).status).toBe(200);
    const received = await used.stack.deps.incoming.findReceived(paid.end_to_end_id);
    const at = new Date().toISOString();
    await apply({ kind: 'return_imposed', amountCents: 1000, returnId: newId('D'), at, payment: received });

    const [first, ...returns] = await partiesOf(caller);
    expect(first).toEqual(['PIX_CASHIN', rita]);
    expect(returns).toEqual([
      ['PIX_CHARGEBACK', rita],
      ['PIX_CHARGEBACK', rita],
    ]);
  });

  test('the refund of a QR code paid within this institution shows the other account holder', async () => {
    const [payer, shop] = [await used.newCaller(), await used.newCaller()];
    const code = (await sandbox(used.send, '/sandbox/qr-codes', { ...shop.source, amount: 30 })).body;
    const paid = { ...payer.source, copy_and_paste: code.copy_and_paste };
    const { id } = (await payer.post('/create-copy-and-paste-transfer', paid)).body;
    await takeStep(used.stack.deps, id);
    expect((await chargeBack(shop, code.qr_code_id, '10.00')).body).toMatchObject({ status: 'SUCCESS' });

    expect(await partiesOf(shop)).toEqual([
      ['PIX_CASHIN', holderOf(payer)],
      ['PIX_CHARGEBACK', holderOf(payer)],
    ]);
    expect(await partiesOf(payer)).toEqual([
      ['PIX_CASHOUT', holderOf(shop)],
      ['PIX_CASHOUT_REFUND', holderOf(shop)],
    ]);
  });

  test('a credit by an operator and a payment without a payer show no name', async () => {
    const caller = await used.newCaller();
    await payQrCode(used.stack, caller, { payer: {} });

    expect(await partiesOf(caller)).toEqual([['PIX_CASHIN', null]]);
    const { results } = (await caller.get(statementPath(caller.source))).body;
    expect(results.at(-1)).toMatchObject({ transaction_type: 'PIX_CREDIT_IN_ACCOUNT', counterparty: null });
  });

  test('the names of all parties on a page take one more read call', async () => {
    const caller = await used.newCaller();
    for (const key of ['a@example.com', 'b@example.com', 'a@example.com']) await pay(caller, { key });
    await payQrCode(used.stack, caller, { payer });
    const { client, sent } = counting();
    const { deps, with: inWorld } = used.stack;
    const range = { start: '2020-01-01T00:00:00.000Z', end: '2099-12-31T00:00:00.000Z' };
    const entries = await deps.statement.list(accountOf(caller), { ...range, limit: 50, direction: 'next' });

    const named = await inWorld({ client }).parties.name(entries);

    expect(named.map(({ counterparty }) => counterparty?.name)).toContain(rita.name);
    expect(sent).toEqual(['BatchGetItemCommand']);
  });
});
