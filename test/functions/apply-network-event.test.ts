import { describe, expect, test } from 'vitest';
import { recordPendingEvents } from '../../lib/cashout/record-pending-events.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { parseBrCode } from '../../lib/network/br-code.ts';
import type { NetworkEvent, PaymentReturned } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, openCaller, openTenant, sandbox, statementPath } from '../support/api.ts';
import { chargeBack, payQrCode } from '../support/chargebacks.ts';
import { dyingAt, losingAnswers } from '../support/faults.ts';
import { eventsOf, expectLedgerAddsUp, incidentsOf } from '../support/ledger.ts';
import { expectEventsAddUp } from '../support/movements.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();

const newCaller = async () => openCaller(used.send, await openTenant(used.send));

/** Creates and approves a cashout of 10.00, and settles it by default. */
async function cashout(caller: Caller, { settled = true, key = 'fulano@example.com' } = {}): Promise<number> {
  const body = { ...caller.source, amount: 10, key, tag: 'rent' };
  const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
  if (settled) await takeStep(used.stack.deps, id);
  return id as number;
}
const returned = (cashoutId: number, change: Partial<PaymentReturned> = {}): PaymentReturned => ({
  version: 1,
  kind: 'payment_returned',
  cashoutId,
  returnId: `D99999011202611211200${cashoutId}`,
  amountCents: 1_000,
  code: 'MD06',
  parked: 0,
  ...change,
});
const apply = (event: NetworkEvent, deps = used.stack.deps) => applyNetworkEvent(deps, event);
const statusOf = async (id: number) => (await used.stack.deps.cashouts.get(id))?.status;

describe('a settled cashout that the receiver returns', () => {
  test('the cashout becomes REFUNDED with the reason, the payer is credited, and an event is sent', async () => {
    const caller = await newCaller();
    const id = await cashout(caller);
    const paid = (await caller.get(`/v3/cashouts/${id}`)).body;
    const event = returned(id);
    const message = { Records: [{ messageId: '1', body: JSON.stringify(event) }] };

    expect(await used.stack.invoke('applyNetworkEvent', message)).toEqual({ batchItemFailures: [] });

    const reason = 'MD06 - Devolução solicitada pelo recebedor';
    expect((await caller.get(`/v3/cashouts/${id}`)).body).toEqual({
      ...paid,
      status: 'REFUNDED',
      erro_descriptor: reason,
      new_erro_descriptor: 'MD06',
    });
    expect((await caller.get(statementPath(caller.source))).body.results[0]).toMatchObject({
      credit_or_debit: 'CREDIT',
      transaction_type: 'PIX_CASHOUT_REFUND',
      amount: 10,
      identification: event.returnId,
      code_transaction: paid.code_transaction,
      transaction_id: id,
      tag_id: 'rent',
      balance: 10000,
    });
    await expectLedgerAddsUp(used.stack, caller.tenant);
    await recordPendingEvents(used.stack.deps, id);
    const events = (await eventsOf(used.stack, caller.tenant)).map(({ body }) => JSON.parse(body));
    expect(events.map(({ type, data }) => [type, data.status, data.erro_descriptor])).toEqual([
      ['cashout.created', 'PROCESSING', null],
      ['cashout.succeeded', 'SUCCESS', null],
      ['cashout.refunded', 'REFUNDED', reason],
    ]);
  });

  test('the return is credited once, although its notice is repeated and processed concurrently', async () => {
    const caller = await newCaller();
    const id = await cashout(caller);

    await Promise.all(Array.from({ length: 10 }, () => apply(returned(id))));
    await apply(returned(id));

    expect(await statusOf(id)).toBe('REFUNDED');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
    expect(await incidentsOf(used.stack, id)).toEqual([]);
  });

  test('a notice with the id of another payout’s return moves no money, and opens an incident that names that payout', async () => {
    const [one, other] = [await newCaller(), await newCaller()];
    const [first, second] = [await cashout(one), await cashout(other)];
    const part = { amountCents: 400, returnId: `D-shared-${first}` };

    await apply(returned(first, part));
    await apply(returned(second, part));
    await apply(returned(second, part));
    await apply(returned(first, part));

    expect(await incidentsOf(used.stack, first)).toEqual([]);
    expect(await incidentsOf(used.stack, second)).toMatchObject([
      {
        kind: 'network_event_not_applied',
        details: `return of 400 cents has the id of a return of payment ${first}`,
      },
    ]);
    await recordPendingEvents(used.stack.deps, second);
    expect((await eventsOf(used.stack, other.tenant)).map(({ type }) => type)).toEqual([
      'cashout.created',
      'cashout.succeeded',
    ]);
    await expectLedgerAddsUp(used.stack, one.tenant);
    expect(await expectLedgerAddsUp(used.stack, other.tenant)).toMatchObject({ availableCents: 999_000 });
  });

  test('a return that is repeated with another amount moves no more money, and opens one incident', async () => {
    const caller = await newCaller();
    const id = await cashout(caller);
    const part = { amountCents: 400, returnId: `D-again-${id}` };
    await apply(returned(id, part));
    await apply(returned(id, { ...part, amountCents: 300 }));
    await apply(returned(id, { ...part, amountCents: 300 }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 999_400 });
    expect(await incidentsOf(used.stack, id)).toMatchObject([
      { details: 'return of 300 cents was applied before with 400 cents' },
    ]);
  });

  test('a cashout returned in parts stays SUCCESS until the whole amount has been returned', async () => {
    const caller = await newCaller();
    const id = await cashout(caller);
    const parts = [250, 250, 500].map((amountCents, part) =>
      returned(id, { amountCents, returnId: `D-${id}-${part}` }),
    );

    await Promise.all(parts.slice(0, 2).map((part) => apply(part)));
    expect(await statusOf(id)).toBe('SUCCESS');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 999_500 });
    await apply(parts[2] as PaymentReturned);

    expect(await statusOf(id)).toBe('REFUNDED');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 5,
      availableCents: 1_000_000,
    });
  });

  test.each(['before', 'after'] as const)(
    'the return is credited once if a worker dies %s any of its calls and a second worker repeats the work',
    async (moment) => {
      const caller = await newCaller();
      for (let call = 1; ; call++) {
        const id = await cashout(caller);
        const { client, died } = dyingAt(call, moment);
        const outcome = await Promise.race([
          apply(returned(id), used.stack.with({ client })).then(() => 'finished'),
          died,
        ]);
        await apply(returned(id));
        expect(await statusOf(id)).toBe('REFUNDED');
        if (outcome === 'finished') break;
      }
      expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
        availableCents: 1_000_000,
      });
    },
  );
});

describe('a partial return of an internal transfer', () => {
  test.each(['before', 'after'] as const)(
    'the payer and the payee each get one event if a worker dies %s any of its calls',
    { tags: 'dear' },
    async (moment) => {
      for (let call = 1; ; call++) {
        const [payer, payee] = [await newCaller(), await newCaller()];
        const id = await cashout(payer, { key: payee.tenant.accounts[0]?.pix_key ?? '' });
        const part = returned(id, { amountCents: 400 });
        const { client, died } = dyingAt(call, moment);
        const outcome = await Promise.race([
          apply(part, used.stack.with({ client })).then(() => 'finished'),
          died,
        ]);
        await Promise.all([apply(part), apply(part)]);
        await recordPendingEvents(used.stack.deps, id);

        expect(await statusOf(id)).toBe('SUCCESS');
        for (const caller of [payer, payee]) await expectEventsAddUp(caller);
        expect((await eventsOf(used.stack, payer.tenant)).map(({ type }) => type)).toEqual([
          'cashout.created',
          'cashout.internal_approved',
          'cashout.succeeded',
          'cashout.partially_refunded',
        ]);
        expect((await eventsOf(used.stack, payee.tenant)).map(({ type }) => type)).toEqual([
          'cashin.received',
          'cashin.partially_returned',
        ]);
        if (outcome === 'finished') break;
      }
    },
  );
});

describe('a return of a transfer between our own accounts', () => {
  test('repeated and concurrent notices debit the payee and credit the payer once', async () => {
    const [payer, payee] = [await newCaller(), await newCaller()];
    const id = await cashout(payer, { key: payee.tenant.accounts[0]?.pix_key ?? '' });
    const [credit] = (await payee.get(statementPath(payee.source))).body.results;
    expect(credit.transaction_id).not.toBe(id);

    await Promise.all(Array.from({ length: 5 }, () => apply(returned(id))));

    expect(await statusOf(id)).toBe('REFUNDED');
    expect(await expectLedgerAddsUp(used.stack, payer.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect((await payee.get(statementPath(payee.source))).body.results[0]).toMatchObject({
      credit_or_debit: 'DEBIT',
      transaction_type: 'PIX_CHARGEBACK',
      amount: 10,
      identification: returned(id).returnId,
      // The payee sees the id of its own credit, because the cashout belongs to the payer.
      transaction_id: credit.transaction_id,
      code_transaction: credit.code_transaction,
      tag_id: null,
      balance: 10000,
    });
  });

  test.each<[string, (payee: Caller) => Promise<unknown>]>([
    [
      'has spent the money',
      async (payee) => {
        const body = { ...payee.source, amount: 10_005, key: 'fulano@example.com' };
        const { id } = (await payee.post('/create-cashout-self-approve', body)).body;
        await takeStep(used.stack.deps, id);
      },
    ],
    ['is closed', (payee) => sandbox(used.send, '/sandbox/accounts/close', payee.source)],
  ])('the return opens an incident and moves no money if the payee %s', async (_, spend) => {
    const [payer, payee] = [await newCaller(), await newCaller()];
    const id = await cashout(payer, { key: payee.tenant.accounts[0]?.pix_key ?? '' });
    await spend(payee);
    const before = await Promise.all(
      [payer, payee].map(({ tenant }) => expectLedgerAddsUp(used.stack, tenant)),
    );

    await apply(returned(id));

    expect(await statusOf(id)).toBe('SUCCESS');
    const after = await Promise.all(
      [payer, payee].map(({ tenant }) => expectLedgerAddsUp(used.stack, tenant)),
    );
    expect(after).toEqual(before);
    expect(await incidentsOf(used.stack, id)).toMatchObject([
      { event: { kind: 'payment_returned', amountCents: 1_000 } },
    ]);
  });
});

describe('a return notice that arrives before our own settlement of the payout', () => {
  test('the notice starts a look-up of the payout, and the return is applied if the look-up settles the payout', async () => {
    const caller = await newCaller();
    const id = await cashout(caller, { settled: false, key: 'timeout@sandbox.pix' });
    await takeStep(used.stack.deps, id);
    expect(await statusOf(id)).toBe('PROCESSING');

    await apply(returned(id));

    expect(await statusOf(id)).toBe('REFUNDED');
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });

  test('the notice is parked with growing delays as long as the network does not answer', async () => {
    const id = await cashout(await newCaller(), { settled: false, key: 'unknown@sandbox.pix' });
    const parked: [number, number | undefined][] = [];
    const sendEvent = async (event: NetworkEvent, delay?: number) => {
      if (event.kind === 'payment_returned') parked.push([event.parked, delay]);
    };
    const deps = { ...used.stack.deps, queues: { ...used.stack.deps.queues, sendEvent } };

    await apply(returned(id), deps);
    await apply(returned(id, { parked: 1 }), deps);
    await apply(returned(id, { parked: 30 }), deps);

    expect(parked).toEqual([
      [1, 5],
      [2, 10],
      [31, 900],
    ]);
    expect(await statusOf(id)).toBe('PROCESSING');
  });

  test('the notice is left to an operator after a hundred tries', async () => {
    const caller = await newCaller();
    const id = await cashout(caller, { settled: false, key: 'unknown@sandbox.pix' });
    await takeStep(used.stack.deps, id);

    await apply(returned(id, { parked: 100 }));

    expect(await incidentsOf(used.stack, id)).toMatchObject([
      { kind: 'network_event_not_applied', details: 'return of a payment that is PROCESSING' },
    ]);
    await sandbox(used.send, `/sandbox/network/${id}`, { outcome: 'settled' });
    await takeStep({ ...used.stack.deps, now: () => new Date(Date.now() + 600_000) }, id);
    await apply(returned(id));
    expect(await statusOf(id)).toBe('SUCCESS');
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 999_000 });
  });
});

describe('an impossible notice', () => {
  test.each<[string, (caller: Caller) => Promise<PaymentReturned>, string]>([
    [
      'for more than was paid',
      async (caller) => returned(await cashout(caller), { amountCents: 1_001 }),
      'SUCCESS',
    ],
    [
      'of a payment that failed',
      async (caller) => returned(await cashout(caller, { key: 'am04@sandbox.pix' })),
      'ERROR',
    ],
  ])('a return notice %s opens an incident and moves no money', async (_, make, status) => {
    const caller = await newCaller();
    const event = await make(caller);
    const before = await expectLedgerAddsUp(used.stack, caller.tenant);

    await apply(event);
    await apply(event);

    expect(await statusOf(event.cashoutId)).toBe(status);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toEqual(before);
    expect(await incidentsOf(used.stack, event.cashoutId)).toMatchObject([
      { kind: 'network_event_not_applied' },
    ]);
  });

  test('a notice about a cashout that nobody has approved opens an incident immediately and is not parked', async () => {
    const caller = await newCaller();
    const { id } = (
      await caller.post('/create-cashout', { ...caller.source, amount: 10, key: 'fulano@example.com' })
    ).body;

    await apply(returned(id));

    expect(await statusOf(id)).toBe('NEW');
    expect(await incidentsOf(used.stack, id)).toHaveLength(1);
  });

  test('a notice about an unknown payout opens an incident', async () => {
    await apply(returned(5));

    expect(await incidentsOf(used.stack, 5)).toHaveLength(1);
  });

  test('a notice for an account that has been closed opens an incident', async () => {
    const caller = await newCaller();
    const id = await cashout(caller);
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);

    await apply(returned(id));

    expect(await statusOf(id)).toBe('SUCCESS');
    expect(await incidentsOf(used.stack, id)).toHaveLength(1);
  });
});

describe('a received payment', () => {
  const received = (caller: Caller, endToEndId: string): NetworkEvent => ({
    version: 1,
    kind: 'payment_received',
    account: {
      branch: caller.source.source_account_branch_identifier,
      number: caller.source.source_account_number,
    },
    amountCents: 2_500,
    endToEndId,
    transactionId: 77,
    at: '2026-11-21T12:00:00.000Z',
    payer: {},
  });

  test('a received payment is credited once per end-to-end id', async () => {
    const caller = await newCaller();

    await Promise.all(
      Array.from({ length: 10 }, () => apply(received(caller, `E1${caller.tenant.company_id}`))),
    );
    await apply(received(caller, `E2${caller.tenant.company_id}`));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_005_000,
    });
    expect((await caller.get(statementPath(caller.source))).body.results[0]).toMatchObject({
      credit_or_debit: 'CREDIT',
      transaction_type: 'PIX_CASHIN',
      amount: 25,
      identification: `E2${caller.tenant.company_id}`,
      transaction_id: 77,
    });
  });

  test('a received payment sends one event, even if its notice is repeated with a different transaction id', async () => {
    const caller = await newCaller();
    const notice = received(caller, 'E99999011202611211200toldTwice1');

    await apply(notice);
    await apply({ ...notice, transactionId: 88 } as NetworkEvent);

    expect(await eventsOf(used.stack, caller.tenant)).toMatchObject([{ id: 'cashin-77-received' }]);
  });

  test('a received payment opens an incident if the account is closed or unknown', async () => {
    const caller = await newCaller();
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);
    const before = used.stack.lines.length;

    await apply(received(caller, 'E-closed'));
    await apply({
      ...received(caller, 'E-unknown'),
      account: { branch: '0001', number: '1' },
    } as NetworkEvent);

    expect(used.stack.lines.slice(before).filter((line) => line.includes('cannot be applied'))).toHaveLength(
      2,
    );
    await expectLedgerAddsUp(used.stack, caller.tenant);
  });
});

describe('a payment of a QR code', () => {
  test('the payment marks the QR code as PAID with its payer, is credited once, and sends an event', async () => {
    const caller = await newCaller();
    const payer = { name: 'Maria Silva', legal_id: '12345678909', ispb: '60701190' };
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 25 });
    const code = parseBrCode(qr.copy_and_paste);
    expect(code).toMatchObject({ kind: 'static', amountCents: 2_500, txid: `QR${qr.qr_code_id}` });

    const paid = await payQrCode(used.stack, caller, { amount: 25, qr_code_id: qr.qr_code_id, payer });

    expect(await used.stack.deps.qrCodes.get(qr.qr_code_id)).toMatchObject({
      status: 'PAID',
      valueCents: 2_500,
      remainingCents: 2_500,
      payment: {
        endToEndId: paid.end_to_end_id,
        payer: { name: 'Maria Silva', legalId: '12345678909', ispb: '60701190' },
      },
    });
    expect((await caller.get(statementPath(caller.source))).body.results[0]).toMatchObject({
      transaction_type: 'PIX_CASHIN',
      qr_code_id: qr.qr_code_id,
      identification: paid.end_to_end_id,
    });
    const events = (await eventsOf(used.stack, caller.tenant)).map(({ body }) => JSON.parse(body));
    expect(events).toMatchObject([
      {
        id: `cashin-${paid.transaction_id}-received`,
        types: ['CASHIN'],
        data: {
          qr_code_id: qr.qr_code_id,
          amount: 25,
          payer_name: 'Maria Silva',
          payer_legal_id: '***.456.789-**',
        },
      },
    ]);
  });

  test('a payment of a different amount is credited, and the QR code stays open for a payment of the full amount', async () => {
    const caller = await newCaller();
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 100 });
    const pay = (amount: number | string, name: string) =>
      payQrCode(used.stack, caller, { amount, qr_code_id: qr.qr_code_id, payer: { name } });
    const stranger = await pay('0.01', 'A stranger');

    expect(await used.stack.deps.qrCodes.get(qr.qr_code_id)).toMatchObject({
      status: 'ACTIVE',
      valueCents: 10_000,
    });
    expect((await chargeBack(caller, qr.qr_code_id, '0.01')).body.message).toBe('QR Code is not paid');
    const customer = await pay(100, 'The customer');
    const late = await pay(100, 'Another customer');

    expect(await used.stack.deps.qrCodes.get(qr.qr_code_id)).toMatchObject({
      status: 'PAID',
      valueCents: 10_000,
      payment: { endToEndId: customer.end_to_end_id, payer: { name: 'The customer' } },
    });
    const told = [
      [stranger.end_to_end_id, null],
      [customer.end_to_end_id, qr.qr_code_id],
      [late.end_to_end_id, null],
    ];
    const { results } = (await caller.get(statementPath(caller.source))).body;
    const entries = results.slice(0, 3).reverse();
    expect(
      entries.map((one: { identification: string; qr_code_id: number }) => [
        one.identification,
        one.qr_code_id,
      ]),
    ).toEqual(told);
    const events = (await eventsOf(used.stack, caller.tenant)).map(({ body }) => JSON.parse(body).data);
    expect(events.map(({ end_to_end_id, qr_code_id }) => [end_to_end_id, qr_code_id])).toEqual(told);
    expect((await chargeBack(caller, qr.qr_code_id, 100)).status).toBe(200);
  });

  test('a second payment of a QR code is credited too, and the amount that can be charged back does not grow', async () => {
    const caller = await newCaller();
    const first = await payQrCode(used.stack, caller, { amount: 25 });
    const other = await payQrCode(used.stack, caller, { amount: 40, qr_code_id: first.qr_code_id });

    expect(other.qr_code_id).toBe(first.qr_code_id);
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_006_500 });
    expect(await used.stack.deps.qrCodes.get(first.qr_code_id)).toMatchObject({
      valueCents: 2_500,
      payment: { endToEndId: first.end_to_end_id },
    });
  });

  test('concurrent payments by many payers mark the QR code as PAID once, and every payment is credited', async () => {
    const caller = await newCaller();
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 1 });

    await Promise.all(
      Array.from({ length: 8 }, () =>
        payQrCode(used.stack, caller, { amount: 1, qr_code_id: qr.qr_code_id }),
      ),
    );

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_800 });
    expect(await used.stack.deps.qrCodes.get(qr.qr_code_id)).toMatchObject({
      status: 'PAID',
      valueCents: 100,
    });
  });

  test('a payment from an account to itself is refused by the sandbox, and moves no money if the network reports it', async () => {
    const caller = await newCaller();
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const asked = await sandbox(used.send, '/sandbox/pix-in', {
      ...caller.source,
      amount: 1,
      payer: { branch, number },
    });
    expect(asked).toMatchObject({ status: 422, body: { errors: [{ field: 'payer' }] } });
    const before = await expectLedgerAddsUp(used.stack, caller.tenant);

    const account = { branch, number };
    await apply({
      version: 1,
      kind: 'payment_received',
      account,
      amountCents: 100,
      endToEndId: `E-self-${number}`,
      transactionId: 5,
      at: '2026-11-21T12:00:00.000Z',
      payer: { account },
    });

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toEqual(before);
  });

  test('a payment by an internal payer with insufficient funds moves no money, and the QR code stays ACTIVE', async () => {
    const [payee, payer] = [await newCaller(), await newCaller()];
    const before = await expectLedgerAddsUp(used.stack, payee.tenant);
    const from = {
      branch: payer.source.source_account_branch_identifier,
      number: payer.source.source_account_number,
    };

    const { qr_code_id } = await payQrCode(used.stack, payee, { amount: 10_000.01, payer: from });

    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toEqual(before);
    expect(await used.stack.deps.qrCodes.get(qr_code_id)).toMatchObject({ status: 'ACTIVE' });
  });

  test('a payment of an internal payer’s whole balance is credited once and sends one event, despite lost answers and colliding retries', async () => {
    const [payee, payer] = [await newCaller(), await newCaller()];
    const refOf = ({ source }: Caller) => ({
      branch: source.source_account_branch_identifier,
      number: source.source_account_number,
    });
    const { client, lost } = losingAnswers('TransactWriteItems', { collides: 2 });

    await apply(
      {
        version: 1,
        kind: 'payment_received',
        account: refOf(payee),
        amountCents: 1_000_000,
        endToEndId: `E-all-${refOf(payer).number}`,
        transactionId: 79,
        at: '2026-11-21T12:00:00.000Z',
        payer: { account: refOf(payer) },
      },
      used.stack.with({ client }),
    );

    expect(lost()).toBe(3);
    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toMatchObject({ availableCents: 2_000_000 });
    expect(await eventsOf(used.stack, payee.tenant)).toMatchObject([{ id: 'cashin-79-received' }]);
  });

  test('a payment that was left to an operator is not applied when its notice is repeated', async () => {
    const [payee, payer] = [await newCaller(), await newCaller()];
    const account = {
      branch: payer.source.source_account_branch_identifier,
      number: payer.source.source_account_number,
    };
    const notice = {
      version: 1,
      kind: 'payment_received',
      account: {
        branch: payee.source.source_account_branch_identifier,
        number: payee.source.source_account_number,
      },
      amountCents: 1_000_001,
      endToEndId: 'E99999011202611211200tooLittle1',
      transactionId: 78,
      at: '2026-11-21T12:00:00.000Z',
      payer: { account },
    } as const;
    await apply(notice);
    const before = await expectLedgerAddsUp(used.stack, payee.tenant);
    // The payer has sufficient funds by now.
    await payQrCode(used.stack, payer, { amount: 1 });

    await apply(notice);

    expect(await expectLedgerAddsUp(used.stack, payee.tenant)).toEqual(before);
    expect(await eventsOf(used.stack, payee.tenant)).toEqual([]);
  });
});

test.each(['{}', '{"version":2,"kind":"payment_returned"}', 'x'])(
  'a message with the invalid notice %s is returned to its queue',
  async (body) => {
    const answer = await used.stack.invoke('applyNetworkEvent', { Records: [{ messageId: 'poison', body }] });

    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: 'poison' }] });
  },
);
