// Returns of received payments that we did not request: by MED, or by hand in the PSP's web interface.

import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Caller, sandbox, sendInProcess, signed, statementPath } from '../support/api.ts';
import { chargeBack } from '../support/chargebacks.ts';
import { dyingAt } from '../support/faults.ts';
import { balanceOf, eventsOf, expectLedgerAddsUp, incidentsWhere } from '../support/ledger.ts';
import { sandboxAtOnce } from '../support/med-cases.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const newEndToEndId = () => `E607011902026112112${randomBytes(7).toString('hex').slice(0, 13)}`;
const newReturnId = () => `D607011902026112112${randomBytes(7).toString('hex').slice(0, 13)}`;

/** Queues what the PSP reports, without applying it. */
async function callBack(...pix: object[]): Promise<NetworkEvent[]> {
  const events: NetworkEvent[] = [];
  const sendEvent = async (event: NetworkEvent) => void events.push(event);
  const queues = { ...used.stack.deps.queues, sendEvent };
  const body = JSON.stringify({ pix });
  const headers = { hmac: signed('local-network-callback', body) };
  const send = sendInProcess(used.stack, { ...used.stack.deps, queues });
  expect(await send({ method: 'POST', path: '/network/pix', headers, body })).toMatchObject({ status: 200 });
  return events;
}

async function apply(events: readonly NetworkEvent[], deps = used.stack.deps): Promise<void> {
  for (const event of events) await applyNetworkEvent(deps, networkEvent.parse(event));
}

const payment = ({ tenant }: Caller, change: object = {}) => ({
  endToEndId: newEndToEndId(),
  valor: '100.00',
  horario: '2026-11-21T12:10:00.000Z',
  chave: tenant.accounts[0]?.pix_key,
  ...change,
});
const med = (change: object = {}) => ({
  id: 'MED1234567890',
  rtrId: newReturnId(),
  valor: '100.00',
  natureza: 'MED_FRAUDE',
  motivo: 'fundada suspeita de fraude',
  status: 'DEVOLVIDO',
  horario: { solicitacao: '2026-11-21T13:00:00.000Z', liquidacao: '2026-11-21T13:00:05.000Z' },
  ...change,
});
const latestOf = async (caller: Caller) => (await caller.get(statementPath(caller.source))).body.results[0];

describe('an imposed return of a received payment', () => {
  test('an imposed return debits the account that received the payment, and the statement entry has the return’s own id', async () => {
    const caller = await used.newCaller();
    const received = payment(caller);
    await apply(await callBack(received));
    const { transaction_id } = await latestOf(caller);

    const back = med();
    await apply(await callBack({ ...received, devolucoes: [back] }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect(await latestOf(caller)).toMatchObject({
      credit_or_debit: 'DEBIT',
      transaction_type: 'PIX_CHARGEBACK',
      amount: 100,
      identification: back.rtrId,
      code_transaction: null,
      qr_code_id: null,
      transaction_id,
      tag_id: null,
      balance: 10_000,
    });
  });

  test('an imposed return sends an event with the ids of the return and of the payment, and the PSP’s text', async () => {
    const caller = await used.newCaller();
    const received = payment(caller);
    const back = med();

    await apply(await callBack({ ...received, devolucoes: [back] }));

    const event = (await eventsOf(used.stack, caller.tenant)).at(-1);
    expect(event).toMatchObject({
      type: 'cashin.returned',
      types: ['CASHOUT'],
      at: '2026-11-21T13:00:05.000Z',
    });
    const [account] = caller.tenant.accounts;
    expect(JSON.parse(event?.body ?? '').data).toEqual({
      transaction_id: (await latestOf(caller)).transaction_id,
      end_to_end_id: back.rtrId,
      original_end_to_end_id: received.endToEndId,
      amount: 100,
      account_branch_identifier: account?.source_account_branch_identifier,
      account_number: account?.source_account_number,
      qr_code_id: null,
      nature: 'MED_FRAUDE',
      reason: 'fundada suspeita de fraude',
    });
  });

  test('an imposed return is applied once, whatever the order and number of its notices', async () => {
    const caller = await used.newCaller();
    const received = payment(caller);
    const [one, two] = [med({ id: 'A1', valor: '30.00' }), med({ id: 'A2', valor: '20.00' })];
    const events = await callBack({ ...received, devolucoes: [one, two] });

    await apply(events.toReversed());
    await apply(await callBack({ ...received, devolucoes: [two, one] }, received));
    await apply(events);

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 4,
      availableCents: 1_005_000,
    });
    expect((await eventsOf(used.stack, caller.tenant)).map(({ type }) => type)).toEqual([
      'cashin.received',
      'cashin.returned',
      'cashin.returned',
    ]);
  });

  test('an imposed return of a payment that we did not know yet books both the payment and the return', async () => {
    const caller = await used.newCaller();
    const events = await callBack({ ...payment(caller), devolucoes: [med()] });

    await apply(events.filter(({ kind }) => kind === 'return_imposed'));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
  });

  test('several workers that apply an imposed return concurrently move the money once', async () => {
    const caller = await used.newCaller();
    const received = payment(caller);
    const parts = ['A1', 'A2', 'A3'].map((id) => med({ id, valor: '20.00' }));
    const events = await callBack({ ...received, devolucoes: parts });

    await Promise.all([...events, ...events].map((event) => apply([event])));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 5,
      availableCents: 1_004_000,
    });
  });

  test.each(['before', 'after'] as const)(
    'an imposed return is applied and reported once, even if a worker dies %s any of its calls',
    { tags: 'dear' },
    async (moment) => {
      for (let call = 1, isOver = false; !isOver; call++) {
        const caller = await used.newCaller();
        const events = await callBack({ ...payment(caller), devolucoes: [med()] });
        const imposed = events.filter(({ kind }) => kind === 'return_imposed');
        const { client, died } = dyingAt(call, moment);
        const finished = apply(imposed, used.stack.with({ client })).then(() => 'finished' as const);
        isOver = (await Promise.race([finished, died])) === 'finished';

        await apply(imposed);

        expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
          seq: 3,
          availableCents: 1_000_000,
        });
        expect((await eventsOf(used.stack, caller.tenant)).map(({ type }) => type)).toEqual([
          'cashin.received',
          'cashin.returned',
        ]);
        expect(call).toBeLessThan(60);
      }
    },
  );

  test.each([
    ['is in progress', { status: 'EM_PROCESSAMENTO' }],
    ['was not made', { status: 'NAO_REALIZADO' }],
    ['has an unknown state', { status: 'QUASE' }],
    ['has no state', { status: undefined }],
  ])('an imposed return moves no money if it %s', async (_, change) => {
    const caller = await used.newCaller();
    await apply(await callBack({ ...payment(caller), devolucoes: [med(change)] }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_010_000 });
  });

  test.each([
    ['amount', { valor: 'cem' }],
    ['id of the network', { rtrId: undefined }],
  ])('an imposed return without a readable %s is left to an operator', async (_, change) => {
    const caller = await used.newCaller();
    const received = payment(caller);

    await apply(await callBack({ ...received, devolucoes: [med(change)] }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_010_000 });
    const id = `return-${received.endToEndId}-MED1234567890`;
    expect(await incidentsWhere(used.stack, (incident) => incident.id === id)).toMatchObject([
      { kind: 'network_event_not_applied' },
    ]);
  });

  test('an imposed return above the paid amount is left to an operator once, and is never applied', async () => {
    const caller = await used.newCaller();
    const received = payment(caller);
    const [part, tooMuch] = [med({ id: 'A1', valor: '60.00' }), med({ id: 'A2', valor: '40.01' })];

    await apply(await callBack({ ...received, devolucoes: [part, tooMuch] }));
    await apply(await callBack({ ...received, devolucoes: [tooMuch] }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_004_000 });
    const id = `return-${tooMuch.rtrId}`;
    expect(await incidentsWhere(used.stack, (incident) => incident.id === id)).toMatchObject([
      { details: 'return cannot be debited: too_much' },
    ]);
  });

  test('an imposed return with the id of another payment’s return is left to an operator, and moves no money', async () => {
    const [caller, other] = [await used.newCaller(), await used.newCaller()];
    const [received, back] = [payment(caller), med()];
    await apply(await callBack({ ...payment(other), devolucoes: [back] }));

    await apply(await callBack({ ...received, devolucoes: [back] }));
    await apply(await callBack({ ...received, devolucoes: [back] }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_010_000 });
    const id = `return-${back.rtrId}-${received.endToEndId}`;
    expect(await incidentsWhere(used.stack, (incident) => incident.id === id)).toHaveLength(1);
  });

  test('a return with an id in the format of our chargebacks is debited if the payment has no such chargeback', async () => {
    const caller = await used.newCaller();
    await apply(await callBack({ ...payment(caller), devolucoes: [med({ id: '123456' })] }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
  });

  test('an imposed return reduces the amount of the payment’s QR code that can still be charged back', async () => {
    const caller = await used.newCaller();
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 100 });
    const received = payment(caller, { txid: `QR${qr.qr_code_id}` });
    await apply(await callBack({ ...received, devolucoes: [med({ valor: '70.00' })] }));

    expect((await chargeBack(caller, qr.qr_code_id, '30.01')).body.message).toBe(
      'Amount is greater than the value of the QR Code',
    );
    expect(await chargeBack(caller, qr.qr_code_id, '30.00')).toMatchObject({ status: 200 });
  });
});

describe('the MED case of the payment', () => {
  const casesOf = async (caller: Caller) => (await caller.get('/v3/meds/')).body.results;
  const report = (endToEndId: string) =>
    sandboxAtOnce(used.stack)('POST', '/sandbox/med-cases', { end_to_end_id: endToEndId });

  test.each(['before the return', 'after the return'])(
    'a MED case that is reported %s shows the return',
    async (when) => {
      const caller = await used.newCaller();
      const [received, back] = [payment(caller), med({ valor: '70.00' })];
      await apply(await callBack(received));
      if (when === 'before the return') await report(received.endToEndId);
      await apply(await callBack({ ...received, devolucoes: [back] }));
      if (when === 'after the return') await report(received.endToEndId);

      expect(await casesOf(caller)).toMatchObject([
        {
          end_to_end_id: received.endToEndId,
          refunded_amount: 70,
          returns: [{ end_to_end_id: back.rtrId, amount: 70, nature: 'MED_FRAUDE' }],
        },
      ]);
    },
  );
});

describe('an imposed return from an account with insufficient funds', () => {
  /** An account receives 100.00 and pays out its whole balance, and then the 100.00 is returned. */
  async function overdraw(): Promise<Caller> {
    const caller = await used.newCaller();
    const received = payment(caller);
    await apply(await callBack(received));
    await payOut(caller, 10_100);
    await apply(await callBack({ ...received, devolucoes: [med()] }));
    return caller;
  }
  async function payOut(caller: Caller, amount: number) {
    const body = { ...caller.source, amount, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    await takeStep(used.stack.deps, id);
    return (await caller.get(`/v3/cashouts/${id}`)).body;
  }

  test('the account is debited despite insufficient funds: the available amount falls below zero, and the statement adds up', async () => {
    const caller = await overdraw();

    expect(await balanceOf(used.stack, caller.tenant)).toMatchObject({
      availableCents: -10_000,
      heldCents: 0,
      postedCents: -10_000,
      imposedCents: 10_000,
    });
    expect(await latestOf(caller)).toMatchObject({ amount: 100, balance: -100 });
  });

  test('a return above the available funds opens an incident, and an INTEGRATION event reports the missing amount', async () => {
    const caller = await overdraw();

    const { branch, number } = await balanceOf(used.stack, caller.tenant);
    const incidents = await incidentsWhere(used.stack, ({ account }) => account?.number === number);
    expect(incidents).toMatchObject([{ kind: 'account_overdrawn', account: { branch, number } }]);
    const event = (await eventsOf(used.stack, caller.tenant)).at(-1);
    expect(event).toMatchObject({ type: 'account.overdrawn', types: ['INTEGRATION'] });
    expect(JSON.parse(event?.body ?? '').data).toEqual({
      account_branch_identifier: branch,
      account_number: number,
      available: -100,
      end_to_end_id: incidents[0]?.event && (incidents[0].event as { returnId: string }).returnId,
    });
  });

  test('the account makes no payments until credits have covered the deficit', async () => {
    const caller = await overdraw();

    expect(await payOut(caller, 0.01)).toMatchObject({
      status: 'ERROR',
      erro_descriptor: 'Insufficient funds',
    });
    await apply(await callBack(payment(caller, { valor: '100.01' })));
    expect(await payOut(caller, 0.02)).toMatchObject({ status: 'ERROR' });
    expect(await payOut(caller, 0.01)).toMatchObject({ status: 'SUCCESS' });
  });

  test('the reconciliation finds that the negative balance agrees with the account’s entries', async () => {
    await overdraw();

    expect(await used.stack.invoke('reconcile', {})).toMatchObject({ differences: [] });
  });

  test('a closed account is debited too', async () => {
    const caller = await used.newCaller();
    const received = payment(caller);
    await apply(await callBack(received));
    expect(await sandbox(used.send, '/sandbox/accounts/close', caller.source)).toMatchObject({ status: 200 });

    await apply(await callBack({ ...received, devolucoes: [med()] }));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
  });
});
