// npm run admin -- payment: a payment to an unknown key waits until an operator assigns it to an account.

import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Deps } from '../../lib/app/deps.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { type NetworkEvent, networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Operator, openOperator, refused } from '../support/admin.ts';
import { type Caller, sandbox, sendInProcess, signed, statementPath } from '../support/api.ts';
import { eventsOf, expectLedgerAddsUp, incidentsOf, incidentsWhere } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let ana: Operator;
beforeAll(() => {
  ana = openOperator(used.stack);
});

const newId = (kind: 'E' | 'D') => `${kind}607011902026112112${randomBytes(7).toString('hex').slice(0, 13)}`;

/** The stack, with a queue of notices that the test reads itself. */
function noticing(): { deps: Deps; events: NetworkEvent[] } {
  const events: NetworkEvent[] = [];
  const sendEvent = async (event: NetworkEvent) => void events.push(event);
  return { deps: { ...used.stack.deps, queues: { ...used.stack.deps.queues, sendEvent } }, events };
}
const apply = async (...events: NetworkEvent[]) => {
  for (const event of events) await applyNetworkEvent(used.stack.deps, networkEvent.parse(event));
};

/** Simulates a payment of 110.00 to a key that no account here has. */
async function payNobody({
  endToEndId = newId('E'),
  ...more
}: { endToEndId?: string } & Record<string, unknown> = {}) {
  expect(await tellNobody({ endToEndId, ...more })).toEqual([]);
  return endToEndId;
}

/** Sends the callback of the payment. @returns the messages that the callback queues */
async function tellNobody(more: object): Promise<NetworkEvent[]> {
  const { deps, events } = noticing();
  const pix = {
    valor: '110.00',
    horario: '2026-11-21T12:10:00.000Z',
    chave: 'nobody@example.com',
    txid: 'PEDIDO42',
    pagador: { nome: 'Maria Silva', cpf: '12345678909' },
    ...more,
  };
  const body = JSON.stringify({ pix: [pix] });
  const headers = { hmac: signed('local-network-callback', body) };
  const send = sendInProcess(used.stack, deps);
  expect(await send({ method: 'POST', path: '/network/pix', headers, body })).toMatchObject({ status: 200 });
  return events;
}
const nameOf = ({ source }: Caller) =>
  `${source.source_account_branch_identifier}/${source.source_account_number}`;
async function assign(payment: string, caller: Caller) {
  const { deps, events } = noticing();
  const answer = await ana.ask('payment assign', { payment, account: nameOf(caller) }, deps);
  return { answer, events };
}

describe('the operator’s view of a payment', () => {
  test('the command `payment show` prints all that an operator needs to identify the account of a payment', async () => {
    const payment = await payNobody();

    expect(await ana.ask('payment show', { payment })).toEqual({
      worked: true,
      payment,
      state: 'waiting',
      amount: 110,
      at: '2026-11-21T12:10:00.000Z',
      transaction_id: expect.any(Number),
      key: 'nobody@example.com',
      txid: 'PEDIDO42',
      payer_name: 'Maria Silva',
      payer_legal_id: '***.456.789-**',
      payer_instution: '60701190',
      account: null,
      incident: `payment_received-${payment}`,
      returns: [],
    });
  });

  test('the command `payment show` refuses an unknown payment', async () => {
    const refusal = refused('Payment is not waiting for an account');

    expect(await ana.ask('payment show', { payment: newId('E') })).toEqual(refusal);
  });
});

describe('the command `payment assign`', () => {
  test('the command credits the account once, although the command and the notice are repeated', async () => {
    const [caller, payment] = [await used.newCaller(), await payNobody()];

    const { answer, events } = await assign(payment, caller);
    const again = await assign(payment, caller);
    await apply(...events, ...again.events, ...events);

    expect(answer).toEqual({
      worked: true,
      payment,
      account: nameOf(caller),
      amount: 110,
      message: 'Payment assigned. It will be credited in a moment',
    });
    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 2,
      availableCents: 1_011_000,
    });
    const [latest] = (await caller.get(statementPath(caller.source))).body.results;
    expect(latest).toMatchObject({
      transaction_type: 'PIX_CASHIN',
      identification: payment,
      qr_code_id: null,
    });
    expect((await eventsOf(used.stack, caller.tenant)).map(({ type }) => type)).toEqual(['cashin.received']);
    expect(await ana.ask('payment show', { payment })).toMatchObject({
      state: 'credited',
      account: nameOf(caller),
    });
  });

  test('a payment that is assigned to two accounts in turn is credited only to the second account', async () => {
    const [first, last] = [await used.newCaller(), await used.newCaller()];
    const payment = await payNobody();

    const one = await assign(payment, first);
    const other = await assign(payment, last);
    await Promise.all([apply(...one.events), apply(...other.events)]);
    await apply(...one.events);

    expect(await expectLedgerAddsUp(used.stack, first.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect(await expectLedgerAddsUp(used.stack, last.tenant)).toMatchObject({ availableCents: 1_011_000 });
    expect((await assign(payment, first)).answer).toEqual(refused('Payment is not waiting for an account'));
  });

  test('the command also debits returns that arrived while the payment was unassigned', async () => {
    const caller = await used.newCaller();
    const back = {
      id: 'MED1',
      rtrId: newId('D'),
      valor: '110.00',
      natureza: 'MED_FRAUDE',
      status: 'DEVOLVIDO',
    };
    const payment = await payNobody({ devolucoes: [back] });
    expect(await ana.ask('payment show', { payment })).toMatchObject({
      returns: [{ end_to_end_id: back.rtrId, amount: 110, nature: 'MED_FRAUDE' }],
    });

    const { events } = await assign(payment, caller);
    await apply(...events, ...events);

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
  });

  test('a return that arrives after the credit is debited', async () => {
    const caller = await used.newCaller();
    const endToEndId = newId('E');
    const payment = await payNobody({ endToEndId });
    await apply(...(await assign(payment, caller)).events);
    const back = {
      id: 'MED1',
      rtrId: newId('D'),
      valor: '110.00',
      natureza: 'MED_FRAUDE',
      status: 'DEVOLVIDO',
    };

    for (let times = 0; times < 2; times++)
      await apply(...(await tellNobody({ endToEndId, devolucoes: [back] })));

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({
      seq: 3,
      availableCents: 1_000_000,
    });
  });

  test('a return is left to an operator if its payment was left to an operator by an older version', async () => {
    const [endToEndId, rtrId] = [newId('E'), newId('D')];
    const incident = {
      id: `payment_received-${endToEndId}`,
      at: '2026-11-21T12:10:00.000Z',
      kind: 'network_event_not_applied',
      details: 'as it was told then',
    } as const;
    await used.stack.deps.incoming.giveUp({ kind: 'payment_received', endToEndId }, incident);
    const devolucoes = [{ id: 'MED1', rtrId, valor: '110.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' }];

    for (let times = 0; times < 2; times++) expect(await tellNobody({ endToEndId, devolucoes })).toEqual([]);

    expect(await incidentsWhere(used.stack, ({ id }) => id === `return-${rtrId}`)).toMatchObject([
      {
        kind: 'network_event_not_applied',
        details: `return of 11000 cents of the unassigned payment ${endToEndId}`,
      },
    ]);
  });

  test('an assigned payment marks no QR code as PAID, whatever txid the payer gave', async () => {
    const caller = await used.newCaller();
    const { body: qr } = await sandbox(used.send, '/sandbox/qr-codes', { ...caller.source, amount: 110 });
    const payment = await payNobody({ txid: `QR${qr.qr_code_id}` });

    await apply(...(await assign(payment, caller)).events);

    expect(await used.stack.deps.qrCodes.get(qr.qr_code_id)).toMatchObject({ status: 'ACTIVE' });
  });

  test.each([
    ['an unknown account', '0001/999', 'Account not found'],
    ['a missing account', undefined, 'Validation error'],
  ])('the command refuses %s, and sends no message', async (_, account, message) => {
    const { deps, events } = noticing();
    const answer = await ana.ask('payment assign', { payment: await payNobody(), account }, deps);

    expect(answer).toMatchObject({ worked: false, message });
    expect(events).toEqual([]);
  });

  test('the command refuses a closed account', async () => {
    const [caller, payment] = [await used.newCaller(), await payNobody()];
    await sandbox(used.send, '/sandbox/accounts/close', caller.source);

    expect((await assign(payment, caller)).answer).toEqual(refused('Account is closed'));
  });

  test('an assignment is recorded in the audit of the payment and of the account', async () => {
    const [caller, payment] = [await used.newCaller(), await payNobody()];
    await assign(payment, caller);

    for (const subject of [
      { kind: 'payment', id: payment },
      { kind: 'account', id: nameOf(caller) },
    ]) {
      const { entries } = await ana.ask('audit show', { subject });
      expect(entries).toMatchObject([
        {
          by: 'ana',
          action: 'payment assign',
          state: 'done',
          details: { payment, account: nameOf(caller) },
        },
        { by: 'ana', action: 'payment assign', state: 'asked' },
      ]);
    }
  });
});

describe('a returned payout that arrives as a payment', () => {
  /** Creates a settled cashout of 110.00, and the notice of its return. */
  async function payOut(caller: Caller, returnId: string): Promise<{ id: number; back: NetworkEvent }> {
    const body = { ...caller.source, amount: 110, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    await takeStep(used.stack.deps, id);
    const about = { cashoutId: id, returnId, amountCents: 11_000, code: 'MD06', parked: 0 };
    return { id, back: { version: 1, kind: 'payment_returned', ...about } };
  }

  test('the money is credited once if the return notice arrives after the credit of the assigned payment', async () => {
    const [caller, returnId] = [await used.newCaller(), newId('D')];
    const { id, back } = await payOut(caller, returnId);
    await payNobody({ endToEndId: returnId, chave: undefined });

    await apply(...(await assign(returnId, caller)).events, back, back);

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect(await incidentsOf(used.stack, id)).toMatchObject([
      { details: `return of 11000 cents has the id of a return of payment ${returnId}` },
    ]);
  });

  test('the money is credited once if the return notice arrives between the assignment and the credit of the payment', async () => {
    const [caller, returnId] = [await used.newCaller(), newId('D')];
    const { back } = await payOut(caller, returnId);
    await payNobody({ endToEndId: returnId, chave: undefined });
    const { events } = await assign(returnId, caller);

    await apply(back, ...events);

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
    expect((await assign(returnId, caller)).answer).toEqual(refused('Payment is not waiting for an account'));
  });

  test('the payment can be assigned if its return notice was left to an operator', async () => {
    const [caller, returnId] = [await used.newCaller(), newId('D')];
    const { back } = await payOut(caller, returnId);
    await payNobody({ endToEndId: returnId, chave: undefined });
    await apply({ ...back, cashoutId: 404 } as NetworkEvent);

    await apply(...(await assign(returnId, caller)).events);

    expect(await expectLedgerAddsUp(used.stack, caller.tenant)).toMatchObject({ availableCents: 1_000_000 });
  });
});
