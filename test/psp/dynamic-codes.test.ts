import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { cents } from '../../lib/base/money.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import type { Config } from '../../lib/platform/config.ts';
import { type Caller, openCaller, openTenant, type Send, sandbox, sendInProcess } from '../support/api.ts';
import { codeAt } from '../support/br-codes.ts';
import { chargeBack, payQrCode, statusOf } from '../support/chargebacks.ts';
import { expectLedgerAddsUp, incidentsAbout } from '../support/ledger.ts';
import type { PspFault } from './psp-server.ts';
import { openPspStack, type PspStack } from './psp-stack.ts';

let one: PspStack;
let send: Send;
let caller: Caller;
beforeAll(async () => {
  one = await openPspStack();
  send = sendInProcess(one.stack);
  caller = await openCaller(send, await openTenant(send));
});
afterEach(() => {
  one.issuer.state.silent = false;
  for (const name of ['detailed', 'revised', 'taken', 'named'] as const) delete one.amounts[name];
});
afterAll(() => one.close());

let made = 0;
/** Returns a code and its charge at the issuer, which a test may change. */
function newCode(valor: string, chave = 'fulano@example.com') {
  const path = `/cob/${++made}`;
  const charge = { chave, txid: `txid${String(made).padStart(26, '0')}`, valor };
  one.issuer.charges.set(path, charge);
  return { charge, text: codeAt(one.issuer.host + path) };
}

/** The PSP still knows the last charge. */
function silenceIssuer() {
  const { sandbox: rules } = one.stack.deps;
  if (!rules) throw new Error('no rules');
  const { resolveBrCode } = rules;
  const txid = `txid${String(made).padStart(26, '0')}`;
  rules.resolveBrCode = async () => ({
    kind: 'payable',
    pixKey: 'fulano@example.com',
    amountCents: cents(1_000),
    txid,
  });
  one.issuer.state.silent = true;
  return {
    end() {
      rules.resolveBrCode = resolveBrCode;
      one.issuer.state.silent = false;
    },
  };
}

const withSettings = (settings: Partial<Config>, deps: Deps = one.stack.deps): Deps => ({
  ...deps,
  config: { ...deps.config, ...settings },
});
const pay = (by: Caller, copy_and_paste: string, headers = {}) =>
  by.post('/create-copy-and-paste-transfer', { ...by.source, copy_and_paste }, headers);
const complete = (id: number, deps = one.stack.deps) => takeStep(deps, id);
const show = async (by: Caller, id: number) => (await by.get(`/v3/cashouts/${id}`)).body;

/** Returns the requests to the PSP since the last call, without their numbers. */
const asked = () =>
  one.psp.seen
    .splice(0)
    .map(({ method, path }) => `${method} ${path.replace(/\/E[^/]+/, '/E').replace(/\d{5,}/, 'ID')}`);
const counted = (name: string) => one.stack.counted.filter(([one]) => one === name).length;

const incidentsOf = (subject: string) => incidentsAbout(one.stack, subject);

/** Opens a separate company with 10000.00. */
const newCaller = async () => openCaller(send, await openTenant(send));

describe('a dynamic code at a PSP that accepts no amount', () => {
  test('a dynamic code is paid if the charge read by us and the charge read by the PSP match the approval', async () => {
    const { text } = newCode('10.00');
    const by = await newCaller();
    const { id } = (await pay(by, text)).body;
    asked();

    await complete(id);
    await complete(id);

    expect(asked()).toEqual([
      'POST /v2/gn/qrcodes/detalhar',
      'PUT /v2/gn/pix/ID/qrcode',
      'GET /v2/gn/pix/enviados/id-envio/ID',
    ]);
    expect(await show(by, id)).toMatchObject({ status: 'SUCCESS', amount: 10 });
    expect(await incidentsOf(`cashout-${id}`)).toEqual([]);
  });

  test('a dynamic code is refused without any request if the stage refuses such codes', async () => {
    const refusing = await openCaller(
      sendInProcess(one.stack, withSettings({ DYNAMIC_CODES: 'refuse' })),
      caller.tenant,
    );
    const { text } = newCode('10.00');
    const headers = { 'idempotency-key': randomUUID() };
    asked();
    const before = one.issuer.heard.length;

    const refused = await pay(refusing, text, headers);

    const message = 'Dynamic copy and paste code is not accepted';
    expect(refused).toMatchObject({
      status: 400,
      body: { worked: false, detail: message, message, data: null },
    });
    expect([asked(), one.issuer.heard.length]).toEqual([[], before]);
    // The refused create did not use up its key. An accepted create is still replayed, whatever the stage accepts now.
    const created = await pay(caller, text, headers);
    expect([created.status, created.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect((await pay(refusing, text, headers)).body.id).toBe(created.body.id);
  });

  test('a dynamic code is refused above the stage’s maximum amount, and accepted at the maximum', async () => {
    const capped = await openCaller(
      sendInProcess(one.stack, withSettings({ DYNAMIC_CODE_MAX_CENTS: 5_000 })),
      caller.tenant,
    );

    const message = 'Amount is greater than the maximum for a dynamic copy and paste code';
    expect(await pay(capped, newCode('50.01').text)).toMatchObject({
      status: 400,
      body: { worked: false, detail: message, message, data: null },
    });
    expect((await pay(capped, newCode('50.00').text)).status).toBe(200);
  });

  test.each<[string, Partial<Config>, string]>([
    ['refuses such codes', { DYNAMIC_CODES: 'refuse' }, 'Dynamic copy and paste code is not accepted'],
    [
      'has a lower maximum',
      { DYNAMIC_CODE_MAX_CENTS: 999 },
      'Amount is greater than the maximum for a dynamic copy and paste code',
    ],
  ])(
    'a payment of a dynamic code is CANCELLED without a hold if the stage %s when the worker runs',
    async (_, settings, text) => {
      const by = await newCaller();
      const { id } = (await pay(by, newCode('10.00').text)).body;
      asked();

      await complete(id, withSettings(settings));

      expect(asked()).toEqual([]);
      expect(await show(by, id)).toMatchObject({ status: 'CANCELLED', erro_descriptor: text });
      expect(await expectLedgerAddsUp(one.stack, by.tenant)).toMatchObject({
        availableCents: 1_000_000,
        heldCents: 0,
      });
    },
  );

  test('a dynamic code for one of our own keys is settled internally, even if the stage refuses such codes when the worker runs', async () => {
    const [by, payee] = [await newCaller(), await newCaller()];
    const { pix_key } = payee.tenant.accounts[0] as { pix_key: string };
    const { id } = (await pay(by, newCode('10.00', pix_key).text)).body;
    asked();

    await complete(id, withSettings({ DYNAMIC_CODES: 'refuse' }));

    expect([asked(), (await show(by, id)).status]).toEqual([[], 'SUCCESS']);
  });

  test.each<[string, (charge: { chave: string; txid: string; valor: string }) => object]>([
    ['of another amount', () => ({ valor: '9000.00' })],
    ['of another receiver', () => ({ chave: 'mallory@example.com' })],
    ['of another order', () => ({ txid: 'x'.repeat(26) })],
    ['that has expired', () => ({ status: 'CONCLUIDA' })],
  ])(
    'a code with a charge %s at the time of payment is not paid, and no request to pay is sent',
    async (_, change) => {
      const by = await newCaller();
      const { charge, text } = newCode('10.00');
      const { id } = (await pay(by, text)).body;
      Object.assign(charge, change(charge));
      asked();

      await complete(id);

      expect(asked()).toEqual(['POST /v2/gn/qrcodes/detalhar']);
      expect(await show(by, id)).toMatchObject({
        status: 'ERROR',
        erro_descriptor: 'BE17 - QR Code rejeitado pelo recebedor',
      });
      expect(await expectLedgerAddsUp(one.stack, by.tenant)).toMatchObject({
        availableCents: 1_000_000,
        heldCents: 0,
      });
    },
  );

  test('a dynamic code that the PSP reads differently than we do is neither accepted nor paid', async () => {
    const by = await newCaller();
    const { text } = newCode('10.00');
    const { id } = (await pay(by, text)).body;
    one.amounts.detailed = () => '10.01';
    asked();

    expect(await pay(by, text)).toMatchObject({
      status: 400,
      body: { message: 'Copy and paste code is expired, removed or unknown' },
    });
    await complete(id);

    expect(asked().filter((call) => call.startsWith('PUT'))).toEqual([]);
    expect(await show(by, id)).toMatchObject({ status: 'ERROR', new_erro_descriptor: 'BE17' });
  });

  test('a dynamic code with the host of an unknown issuer is refused, since the code cannot be verified', async () => {
    expect(await pay(caller, codeAt('pix.example.org/cob/1'))).toMatchObject({
      status: 400,
      body: { message: 'Copy and paste code is expired, removed or unknown' },
    });
  });

  test('if the issuer does not answer and no payment was sent yet, the payment fails immediately', async () => {
    const by = await newCaller();
    const { id } = (await pay(by, newCode('10.00').text)).body;
    const silenced = silenceIssuer();
    asked();

    await complete(id);
    silenced.end();

    expect(asked()).toEqual(['POST /v2/gn/qrcodes/detalhar']);
    expect(await show(by, id)).toMatchObject({
      status: 'ERROR',
      erro_descriptor: 'ED05 - Cobrança do QR Code não pôde ser lida',
    });
    expect(await expectLedgerAddsUp(one.stack, by.tenant)).toMatchObject({
      availableCents: 1_000_000,
      heldCents: 0,
    });
  });

  test('a payment that may be in progress does not end because of a changed charge', async () => {
    const by = await newCaller();
    const { charge, text } = newCode('10.00');
    const { id } = (await pay(by, text)).body;
    // The payment's answer is lost, so its outcome is unknown.
    one.psp.faults.push(...([undefined, 'drop before'] as PspFault[]));
    await complete(id);
    charge.valor = '9000.00';
    asked();

    await complete(id);

    expect(asked()).toEqual([
      'GET /v2/gn/pix/enviados/id-envio/ID',
      'POST /v2/gn/qrcodes/detalhar',
      'GET /v2/gn/pix/enviados/id-envio/ID',
    ]);
    expect((await show(by, id)).status).toBe('PROCESSING');
  });
});

describe('a payment that the PSP made under our reference with a different amount', () => {
  test.each([
    ['9000.00', '+8990.00'],
    ['4.00', '-6.00'],
  ])(
    'a payment of %s instead of 10.00, changed after we read the charge, opens an incident immediately and leaves no open row',
    async (taken, difference) => {
      const by = await newCaller();
      const { id } = (await pay(by, newCode('10.00').text)).body;
      one.amounts.revised = () => taken;
      const before = counted('OtherAmountsPaid');

      await complete(id);
      expect(await incidentsOf(`cashout-${id}`)).toMatchObject([
        {
          id: `cashout-${id}-other-amount-open`,
          kind: 'other_amount_paid',
          cashoutId: id,
          details: `the network is paying ${taken} instead of the approved 10.00: ${difference}`,
        },
      ]);
      expect((await show(by, id)).status).toBe('PROCESSING');

      await complete(id);
      await complete(id);
      expect(await incidentsOf(`cashout-${id}`)).toMatchObject([
        {
          id: `cashout-${id}-other-amount-done`,
          kind: 'other_amount_paid',
          details: `the network has paid ${taken} instead of the approved 10.00: ${difference}`,
        },
        { id: `cashout-${id}-other-amount-open` },
      ]);
      expect(counted('OtherAmountsPaid') - before).toBe(2);
      // The payer is debited exactly the approved amount. An operator posts the difference.
      expect(await show(by, id)).toMatchObject({ status: 'SUCCESS', amount: 10 });
      expect(await expectLedgerAddsUp(one.stack, by.tenant)).toMatchObject({
        availableCents: 999_000,
        heldCents: 0,
      });
    },
  );

  test('a payment with a different amount that finally fails debits nothing, and the transfer ends', async () => {
    const by = await newCaller();
    const body = { ...by.source, amount: 10, key: 'unknown@sandbox.pix' };
    const { id } = (await by.post('/create-cashout-self-approve', body)).body;
    one.amounts.taken = () => '9000.00';

    await complete(id);
    await complete(id);
    expect((await show(by, id)).status).toBe('PROCESSING');
    await sandbox(send, `/sandbox/network/${id}`, { outcome: 'failed' });
    const aMinuteLater = new Date(Date.now() + 60_000);
    await complete(id, one.stack.with({ now: () => aMinuteLater }));

    expect(await show(by, id)).toMatchObject({ status: 'ERROR', new_erro_descriptor: 'ED05' });
    expect((await incidentsOf(`cashout-${id}`)).map(({ id: name }) => name)).toEqual([
      `cashout-${id}-other-amount-open`,
    ]);
    expect(await expectLedgerAddsUp(one.stack, by.tenant)).toMatchObject({
      availableCents: 1_000_000,
      heldCents: 0,
    });
  });

  test('a payment with a different amount opens two incidents (in progress and paid) and is debited once, even under concurrent checks', async () => {
    const by = await newCaller();
    const { id } = (await pay(by, newCode('10.00').text)).body;
    one.amounts.revised = () => '9000.00';
    await complete(id);

    await Promise.all([complete(id), complete(id), complete(id)]);

    expect(await incidentsOf(`cashout-${id}`)).toHaveLength(2);
    expect(await expectLedgerAddsUp(one.stack, by.tenant)).toMatchObject({ availableCents: 999_000 });
  });

  test('a payment with a different amount is settled by the next worker if a worker dies before settling it', async () => {
    const by = await newCaller();
    const { id } = (await pay(by, newCode('10.00').text)).body;
    one.amounts.revised = () => '9000.00';
    await complete(id);
    const { deps } = one.stack;
    const dying = { ...deps, ledger: { ...deps.ledger, settle: () => Promise.reject(new Error('died')) } };

    await expect(complete(id, dying)).rejects.toThrow('died');
    expect((await show(by, id)).status).toBe('PROCESSING');
    expect(await incidentsOf(`cashout-${id}`)).toHaveLength(2);
    await complete(id);

    expect((await show(by, id)).status).toBe('SUCCESS');
    expect(await incidentsOf(`cashout-${id}`)).toHaveLength(2);
  });

  test('a refund that the PSP reports with a different amount opens an incident, and the chargeback settles with the approved amount', async () => {
    const by = await newCaller();
    const { qr_code_id } = await payQrCode(one.stack, by);
    one.amounts.taken = () => '90.00';

    const { id, status } = (await chargeBack(by, qr_code_id, 40)).body;

    expect(status).toBe('PENDING');
    expect(await incidentsOf(`chargeback-${id}`)).toMatchObject([
      {
        id: `chargeback-${id}-other-amount-open`,
        kind: 'other_amount_paid',
        chargebackId: id,
        details: 'the network is paying 90.00 instead of the approved 40.00: +50.00',
      },
    ]);
    const time = new Date(Date.now() + 600_000);
    await one.stack.invoke(
      'pollChargeback',
      { Records: [{ messageId: '1', body: JSON.stringify({ version: 1, ids: [id] }) }] },
      { ...one.stack.deps, now: () => time },
    );

    expect((await statusOf(by, { id })).body.status).toBe('SUCCESS');
    expect((await incidentsOf(`chargeback-${id}`)).map(({ details }) => details)).toEqual([
      'the network has paid 90.00 instead of the approved 40.00: +50.00',
      'the network is paying 90.00 instead of the approved 40.00: +50.00',
    ]);
    expect(await expectLedgerAddsUp(one.stack, by.tenant)).toMatchObject({
      availableCents: 1_006_000,
      heldCents: 0,
    });
  });
});
