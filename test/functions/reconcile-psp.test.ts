import { expect, onTestFinished, test } from 'vitest';
import { receivedTransactionId } from '../../lib/cashout/idempotency.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { openPspStack } from '../psp/psp-stack.ts';
import { type Caller, openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { openStack } from '../support/stack.ts';
import { allRows } from '../support/tables.ts';

const day = '2026-11-20';

/** Opens an institution with a PSP on one day. The test moves the clock, and the books are compared on the next morning. */
async function openBank() {
  let now = new Date(`${day}T15:00:00.000Z`);
  const one = await openPspStack(() => now);
  onTestFinished(() => one.close());
  const send = sendInProcess(one.stack);
  const caller = await openCaller(send, await openTenant(send, { balance: 100_000 }));
  const deps = one.stack.with({ pause: async () => {}, now: () => now });
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1_000);
  };

  /** Makes a payout at the PSP, and looks it up. */
  async function pay(key = 'fulano@example.com', amount = 10): Promise<number> {
    const { body } = await caller.post('/create-cashout-self-approve', { ...caller.source, amount, key });
    await takeStep(deps, body.id);
    pass(60);
    await takeStep(deps, body.id);
    return body.id;
  }

  /** Receives a payment that the PSP has reported. */
  async function receive(valor: string, index: number, isTold = true) {
    const endToEndId = `E6070119020261120150000000000${String(index).padStart(3, '0')}`;
    const payment = { endToEndId, valor, horario: now.toISOString(), chave: keyOf(caller), devolucoes: [] };
    one.lists.pix.push(payment);
    if (isTold) await credit(endToEndId, valor);
    pass(1);
    return payment;
  }

  async function credit(endToEndId: string, valor: string) {
    const [branch = '', number = ''] = Object.values(caller.source);
    const event = {
      version: 1,
      kind: 'payment_received',
      account: { branch, number },
      amountCents: Math.round(Number(valor) * 100),
      endToEndId,
      transactionId: receivedTransactionId(endToEndId),
      at: now.toISOString(),
    };
    await applyNetworkEvent(deps, networkEvent.parse(event));
  }

  const run = (event: object = { day }) => one.stack.invoke('reconcilePsp', event, deps) as Promise<Answer>;
  const closeBooks = () =>
    one.books.close((reference) =>
      one.ask({ method: 'GET', path: `/v2/gn/pix/enviados/id-envio/${reference}` }),
    );
  /** Moves the clock to the next morning. */
  const sleep = () => {
    now = new Date('2026-11-21T09:00:00.000Z');
  };
  const incidents = async () => {
    const { INCIDENTS_TABLE = [] } = await allRows(one.stack);
    return INCIDENTS_TABLE as { id: string; kind: string; details: string }[];
  };
  return { ...one, caller, deps, pay, receive, credit, run, closeBooks, sleep, pass, incidents };
}

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted whole, so their type is what the test writes
type Answer = any;

const keyOf = ({ tenant }: Caller) => tenant.accounts[0]?.pix_key;
const settled = {
  psp: 'main',
  day,
  state: 'settled',
  agree: 0,
  on_their_way: 0,
  waiting_for_a_person: 0,
  unanswered: 0,
  differences: 0,
  unexplained: '0.00',
  psp_faults: [],
  not_compared: [],
  balance: expect.anything(),
  lines: [],
};

test('a day with equal movements on both sides is settled, and the report explains the PSP’s balance line by line', async () => {
  const bank = await openBank();
  bank.books.floatCents = 50_000;
  await bank.pay();
  await bank.pay('am04@sandbox.pix');
  await bank.receive('100.00', 1);
  await bank.receive('7.50', 2);
  await bank.closeBooks();
  bank.books.extra.push({
    word: 'TPE',
    cents: 150,
    at: `${day}T20:00:00.000Z`,
    endToEndId: `E${'0'.repeat(31)}`,
  });
  bank.sleep();

  const answer = await bank.run();

  expect(answer).toEqual({
    worked: true,
    agree: true,
    complete: true,
    failed: [],
    psp_balances_now: [{ psp: 'main', balance: '596.00', blocked: '0.00' }],
    days: [
      {
        ...settled,
        agree: 3,
        balance: [
          { what: 'PSP, opening', amount: '500.00', count: '' },
          { what: 'our accounts, opening (since the first day)', amount: '0.00', count: '' },
          { what: 'of the day: fee (TPE)', amount: '-1.50', count: '1' },
          { what: 'of the day: PIX_CREDIT_IN_ACCOUNT', amount: '-100000.00', count: '1' },
          { what: 'our accounts, closing', amount: '100097.50', count: '' },
          { what: '+ money of the institution', amount: '-99501.50', count: '' },
          { what: '+ on one side only', amount: '0.00', count: '' },
          { what: '+ unexplained, of the day', amount: '0.00', count: '' },
          { what: '= PSP, closing', amount: '596.00', count: '' },
        ],
      },
    ],
  });
  expect(await bank.incidents()).toEqual([]);
});

test('in a stage with the sandbox, the reconciliation reports that there is no PSP', async () => {
  const stack = await openStack();
  onTestFinished(() => stack.stop());

  expect(await stack.invoke('reconcilePsp', {})).toEqual({
    worked: true,
    books: 'The stage has no PSP to reconcile with.',
    agree: true,
  });
});
