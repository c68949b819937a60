import { beforeAll, describe, expect, test } from 'vitest';
import type { PaymentLookup, PixNetwork } from '../../lib/network/port.ts';
import { noteRemoved } from '../../lib/payout/note-removed.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { type Operator, openOperator, refused } from '../support/admin.ts';
import { type Caller, statementPath } from '../support/api.ts';
import { dyingAt } from '../support/faults.ts';
import { balanceOf, eventsOf, expectLedgerAddsUp, incidentsOf } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

// There are no triggers, because each test runs the workers itself.
const used = useStack();
let ana: Operator;
let bob: Operator;
beforeAll(() => {
  ana = openOperator(used.stack, 'ana');
  bob = openOperator(used.stack, 'bob');
});

const [unknown, missing] = [{ kind: 'unknown' }, { kind: 'not_found' }] as const;
const settled = { kind: 'settled', operationId: 'operation-of-the-psp' } as const;
const failed = { kind: 'failed', code: 'AB03', text: 'AB03 - late' } as const;
const letter = { document: 'Ticket 4711 of the PSP', reason: 'INC-44: the PSP lost its answer' };
const cancelled = { ...letter, cancelled_at_psp: 'Letter of 28 November' };

type Given = { hours?: number; found?: PaymentLookup; sent?: PaymentLookup; key?: string };

/** Pays 10.00, and gets no answer of the network. `found`: its answer to the look-up `hours` later. */
async function openCase({ hours = 13, found = missing, ...given }: Given = {}) {
  const caller = await used.newCaller();
  const body = { ...caller.source, amount: 10, key: given.key ?? 'fulano@example.com' };
  const id = (await caller.post('/create-cashout-self-approve', body)).body.id as number;
  const { deps } = used.stack;
  const network: PixNetwork = {
    ...deps.network,
    sendPayment: async () => unknown,
    findPayment: async () => found,
  };
  await takeStep({ ...deps, network }, id);
  const now = () => new Date(Date.now() + hours * 3_600_000);
  const at = (client = {}) => ({ ...used.stack.with({ now, ...client }), network });
  const { endToEndId: end_to_end_id = '' } = (await deps.cashouts.get(id)) ?? {};
  const cashout = String(id);
  const ended = { cashout, end_to_end_id, ...letter };
  return {
    caller,
    id,
    cashout,
    end_to_end_id,
    at,
    row: () => deps.cashouts.get(id),
    settle: (by: Operator, more = {}, using = at()) => by.ask('cashout settle', { ...ended, ...more }, using),
    fail: (by: Operator, more: object = letter, using = at()) =>
      by.ask('cashout fail', { cashout, ...more }, using),
  };
}

/** Returns the end-to-end ids of the debits in the statement. */
const debitsOf = async (caller: Caller) =>
  (await caller.get(statementPath(caller.source))).body.results
    .filter(({ transaction_type }: Record<string, string>) => transaction_type === 'PIX_CASHOUT')
    .map(({ identification }: Record<string, string>) => identification);

const eventTypesOf = async (caller: Caller) =>
  (await eventsOf(used.stack, caller.tenant)).map(({ body }) => JSON.parse(body).type);

describe('a payment without an outcome', () => {
  test('a worker that reads the payment just before people end it does not send it afterwards', async () => {
    const one = await openCase({ hours: 1, found: unknown });
    let sends = 0;
    const deps = one.at();
    const network: PixNetwork = {
      ...deps.network,
      repeatsPayOnce: true,
      async findPayment() {
        await one.fail(ana, cancelled);
        await one.fail(bob, cancelled);
        return unknown;
      },
      async sendPayment() {
        sends += 1;
        return unknown;
      },
    };
    await takeStep({ ...deps, network }, one.id);
    expect(await one.row()).toMatchObject({ status: 'ERROR' });
    expect(sends).toBe(0);
  });

  test('a worker that reads the payment just before it is removed at the PSP does not send it again', async () => {
    const one = await openCase({ hours: 1, found: missing });
    let sends = 0;
    const deps = one.at();
    const network: PixNetwork = {
      ...deps.network,
      async findPayment() {
        await noteRemoved(deps, one.id);
        return missing;
      },
      async sendPayment() {
        sends += 1;
        return unknown;
      },
    };
    await takeStep({ ...deps, network }, one.id);
    expect(sends).toBe(0);
  });

  test('the answer to a statement names every open incident of the payment', async () => {
    const one = await openCase();
    const ids = ['undocumented', 'removed', 'unresolved', 'overdue', 'elsewhere'].map(
      (why) => `cashout-${one.id}-${why}`,
    );
    for (const id of ids) {
      const at = new Date().toISOString();
      await used.stack.deps.incidents.insert({ id, at, kind: 'unresolved_payment', details: 'it waits' });
    }
    const { open_incidents: told } = (await one.settle(ana)) as { open_incidents: string[] };
    expect([...told].sort()).toEqual([...ids].sort());
  });

  test('is settled when a second operator states the same as the first', async () => {
    const one = await openCase();
    await takeStep(one.at(), one.id);

    expect(await one.settle(ana)).toMatchObject({
      worked: true,
      state: 'waits for another operator',
      status: 'PROCESSING',
      stated_by: ['ana'],
      psp_says: 'not_found',
    });
    expect(await balanceOf(used.stack, one.caller.tenant)).toMatchObject({ heldCents: 1_000 });

    await used.stack.deps.incidents.insert({
      id: `cashout-${one.id}-removed`,
      at: '2026-11-20T15:00:00.000Z',
      kind: 'unresolved_payment',
      details: 'removed at the PSP',
    });
    expect(await one.settle(bob)).toMatchObject({
      worked: true,
      state: 'ended',
      status: 'SUCCESS',
      stated_by: ['ana', 'bob'],
      next: null,
      open_incidents: [`cashout-${one.id}-unresolved`, `cashout-${one.id}-removed`],
    });
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 999_000,
    });
    expect(await debitsOf(one.caller)).toEqual([one.end_to_end_id]);
    expect(await eventTypesOf(one.caller)).toContain('cashout.succeeded');
  });

  test('fails, and its money is available again, when two operators state that the PSP will not pay it', async () => {
    const one = await openCase();

    await one.fail(ana);
    expect(await one.fail(bob)).toMatchObject({ state: 'ended', status: 'ERROR' });

    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({
      heldCents: 0,
      availableCents: 1_000_000,
    });
    expect(await one.row()).toMatchObject({ failureCode: 'ED05', failureText: 'ED05 - Falha na liquidação' });
    expect(await debitsOf(one.caller)).toEqual([]);
    expect(await eventTypesOf(one.caller)).toContain('cashout.failed');
  });

  test('is ended before its deadline if the PSP has cancelled it', async () => {
    const one = await openCase({ hours: 1, found: unknown });

    expect(await one.fail(ana)).toEqual(
      refused('The PSP may still pay: wait, or give the reference of its cancellation'),
    );
    await one.fail(ana, cancelled);
    expect(await one.fail(bob, cancelled)).toMatchObject({ status: 'ERROR', psp_says: 'unknown' });
  });

  test('is ended on the PSP’s own outcome if that agrees with the operators', async () => {
    const [paid, unpaid] = [await openCase({ found: settled }), await openCase({ found: failed })];
    await paid.settle(ana);
    await paid.settle(bob);
    await unpaid.fail(ana);
    await unpaid.fail(bob);

    expect(await paid.row()).toMatchObject({ status: 'SUCCESS', operationId: 'operation-of-the-psp' });
    expect(await unpaid.row()).toMatchObject({ status: 'ERROR', failureCode: 'AB03' });
  });

  test('is ended even if its PSP is no longer configured', async () => {
    const one = await openCase();
    const using = {
      ...one.at(),
      network: { ...one.at().network, payoutsAt: 'another', at: () => undefined },
    };
    await takeStep(using, one.id);

    expect(await one.fail(ana, letter, using)).toMatchObject({ worked: false });
    await one.settle(ana, {}, using);
    expect(await one.settle(bob, {}, using)).toMatchObject({
      status: 'SUCCESS',
      open_incidents: [`cashout-${one.id}-elsewhere`],
    });
  });

  test('keeps its hold if one operator states the same twice, in any spelling of the name', async () => {
    const one = await openCase();

    for (const name of ['ana', 'Ana', ' ANA', 'ａｎａ'])
      expect(await one.settle(openOperator(used.stack, name))).toMatchObject({ status: 'PROCESSING' });
  });

  test.each([
    ['the outcome', (one: Awaited<ReturnType<typeof openCase>>) => one.fail(bob)],
    ['the document', (one: Awaited<ReturnType<typeof openCase>>) => one.settle(bob, { document: 'other' })],
    ['the reason', (one: Awaited<ReturnType<typeof openCase>>) => one.settle(bob, { reason: 'other' })],
    [
      'the end-to-end id',
      (one: Awaited<ReturnType<typeof openCase>>) =>
        one.settle(bob, { end_to_end_id: 'E9999999920261128000000000000abc' }),
    ],
  ])('keeps its hold if two operators differ in %s', async (_, other) => {
    const one = await openCase();
    await one.settle(ana);

    expect(await other(one)).toMatchObject({ worked: true, status: 'PROCESSING', stated_by: ['bob'] });
    expect(await one.row()).toMatchObject({ status: 'PROCESSING' });
  });

  test('keeps its hold if the second operator comes after three days', async () => {
    const one = await openCase({ hours: 13 });
    await one.settle(ana);
    const now = () => new Date(Date.now() + (13 + 73) * 3_600_000);

    expect(await one.settle(bob, {}, { ...one.at({ now }) })).toMatchObject({ status: 'PROCESSING' });
  });
});

describe('the end by people is refused', () => {
  const within = 'Payment is between our own accounts: no PSP decides it';
  const over = 'Nothing is left to decide: it is not in progress, or no money is held';
  const maySend = 'The PSP does not know the payment, and the service may still send it: wait';
  const mayPay = 'The PSP may still pay: wait, or give the reference of its cancellation';

  test.each<[string, Given, 'settle' | 'fail', object, string]>([
    ['while the service may still send it', { hours: 11.9 }, 'settle', {}, maySend],
    [
      'while the service may still send it, even if it is cancelled',
      { hours: 1 },
      'fail',
      cancelled,
      maySend,
    ],
    ['while the PSP reports it under way', { found: unknown }, 'fail', letter, mayPay],
    [
      'if the PSP reports it settled',
      { found: settled },
      'fail',
      cancelled,
      'The PSP says that the payment is settled',
    ],
    [
      'if the PSP reports it failed',
      { found: failed },
      'settle',
      {},
      'The PSP says that the payment was not made',
    ],
    [
      'if the PSP reports another end-to-end id',
      { found: { ...settled, endToEndId: 'E9999999920261128000000000000xyz' } },
      'settle',
      {},
      'The id at the network is not the one of this payment',
    ],
  ])('%s', async (_, given, end, more, message) => {
    const one = await openCase(given);

    for (const by of [ana, bob]) expect(await one[end](by, more)).toEqual(refused(message));
    expect(await one.row()).toMatchObject({ status: 'PROCESSING' });
  });

  test('while a worker may be sending it', async () => {
    const caller = await used.newCaller();
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const id = (await caller.post('/create-cashout-self-approve', body)).body.id as number;
    const begun = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const { deps } = used.stack;
    const sendPayment: PixNetwork['sendPayment'] = async (order) => {
      begun.resolve();
      await answered.promise;
      return deps.network.sendPayment(order);
    };
    const run = takeStep({ ...deps, network: { ...deps.network, sendPayment } }, id);
    await begun.promise;

    expect(await ana.ask('cashout fail', { cashout: String(id), ...cancelled })).toEqual(
      refused('Payment may be on its way to the PSP now: try again in a minute'),
    );
    answered.resolve();
    await run;
  });

  test('of a cashout that nobody has approved, that has ended, or that is between our own accounts', async () => {
    const caller = await used.newCaller();
    const waiting = (
      await caller.post('/create-cashout', { ...caller.source, amount: 10, key: 'fulano@example.com' })
    ).body.id;
    expect(await ana.ask('cashout fail', { cashout: String(waiting), ...letter })).toEqual(refused(over));
    expect(await ana.ask('cashout fail', { cashout: '5', ...letter })).toEqual(
      refused('Transaction not found'),
    );
    const one = await openCase({ found: settled });
    await takeStep(one.at(), one.id);
    expect(await one.settle(ana)).toEqual(refused(over));

    const inside = await openCase();
    const row = await inside.row();
    const recipient = { ...row?.recipient, ownAccount: row?.account };
    const cashouts = { ...used.stack.deps.cashouts, get: async () => ({ ...row, recipient }) as never };
    expect(await inside.settle(ana, {}, { ...inside.at(), cashouts })).toEqual(refused(within));
  });

  test('with the end-to-end id of another payment', async () => {
    const [one, other] = [await openCase(), await openCase()];
    expect(await one.settle(ana, { end_to_end_id: other.end_to_end_id })).toEqual(
      refused('The id at the network is not the one of this payment'),
    );
  });

  test.each([
    ['end_to_end_id', { end_to_end_id: 'D'.repeat(32) }],
    ['document', { document: ' ' }],
    ['reason', { reason: '' }],
  ])('without a valid %s', async (field, more) => {
    const one = await openCase();
    expect(await one.settle(ana, more)).toMatchObject({ message: 'Validation error', errors: [{ field }] });
  });
});

describe('an end by people and a worker', () => {
  test('a worker that is looking the payment up does not undo the end, and opens no incident if it agrees', async () => {
    const one = await openCase();
    await one.settle(ana);
    const found: Promise<PaymentLookup> = one.settle(bob).then(() => settled);
    const findPayment = () => found;
    await takeStep({ ...one.at(), network: { ...one.at().network, findPayment } }, one.id);

    expect(await one.row()).toMatchObject({ status: 'SUCCESS', endedByPeople: { by: ['ana', 'bob'] } });
    expect(await debitsOf(one.caller)).toHaveLength(1);
    expect(await incidentsOf(used.stack, one.id)).toEqual([]);
  });

  test('an outcome of the PSP that comes later and contradicts opens an incident, and moves no money', async () => {
    const one = await openCase();
    await one.fail(ana);
    const findPayment = () => one.fail(bob).then(() => settled);
    await takeStep({ ...one.at(), network: { ...one.at().network, findPayment } }, one.id);

    expect(await one.row()).toMatchObject({ status: 'ERROR' });
    expect(await incidentsOf(used.stack, one.id)).toMatchObject([{ kind: 'contradicting_outcome' }]);
    expect(await expectLedgerAddsUp(used.stack, one.caller.tenant)).toMatchObject({
      availableCents: 1_000_000,
    });
  });

  test('operators who come after the worker’s end are refused, and open no incident', async () => {
    const one = await openCase();
    await one.fail(ana);
    let looked = 0;
    const findPayment: PixNetwork['findPayment'] = async () => {
      if (looked++ > 0) return settled;
      await takeStep({ ...one.at(), network: { ...one.at().network, findPayment } }, one.id);
      return missing;
    };
    const using = { ...one.at(), network: { ...one.at().network, findPayment } };

    expect(await one.fail(bob, letter, using)).toMatchObject({ worked: false });
    expect(await one.row()).toMatchObject({ status: 'SUCCESS' });
    expect(await incidentsOf(used.stack, one.id)).toEqual([]);
  });
});

describe('a repeated statement', () => {
  test('of an ended payment gets the same answer, and ends nothing again', async () => {
    const one = await openCase();
    await one.settle(ana);
    await one.settle(bob);

    for (const by of [ana, bob])
      expect(await one.settle(by)).toMatchObject({ state: 'ended', status: 'SUCCESS' });
    expect(await one.fail(bob)).toMatchObject({ worked: false });
    expect(await debitsOf(one.caller)).toHaveLength(1);
  });

  test('of several operators at the same time ends the payment once', async () => {
    const one = await openCase();
    const three = ['ana', 'bob', 'eva'].map((name) => openOperator(used.stack, name));

    const answers = await Promise.all(three.map((by) => one.settle(by)));
    expect(answers.some(({ status }) => status === 'SUCCESS')).toBe(true);
    expect(await debitsOf(one.caller)).toHaveLength(1);
    expect(await incidentsOf(used.stack, one.id)).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'completes the end of a function that died %s any of its calls',
    async (moment) => {
      for (let call = 1; ; call++) {
        const one = await openCase();
        await one.settle(ana);
        const { client, died } = dyingAt(call, moment);
        const first = one.settle(bob, {}, one.at({ client })).then(() => 'finished');
        const outcome = await Promise.race([first, died]);

        expect(await one.settle(bob)).toMatchObject({ state: 'ended', status: 'SUCCESS' });
        expect(await debitsOf(one.caller)).toHaveLength(1);
        if (outcome === 'finished') break;
      }
    },
  );
});

test('the company sees the end as any other end, and operators see the people and their evidence', async () => {
  const one = await openCase();
  await one.fail(ana, cancelled);
  await one.fail(bob, cancelled);

  const shown = await ana.ask('cashout show', { cashout: one.cashout });
  expect(shown.ended_by_people).toEqual({ end: 'failed', stated_by: ['ana', 'bob'], ...cancelled });
  expect(shown.timeline.at(-1)).toMatchObject({
    what: 'failed',
    text: 'Failed: ED05 - Falha na liquidação. Stated by ana, confirmed by bob: Ticket 4711 of the PSP',
  });
  const seen = [
    await one.caller.get(`/v3/cashouts/${one.id}/timeline`),
    await one.caller.get(`/v3/cashouts/${one.id}`),
    await eventsOf(used.stack, one.caller.tenant),
  ];
  for (const text of ['ana', 'bob', 'Ticket', 'Letter', 'INC-44'])
    expect(JSON.stringify(seen)).not.toContain(text);
});

test('each statement is in the audit of the cashout, with its evidence', async () => {
  const one = await openCase();
  await one.settle(ana);
  await one.settle(bob);

  const { entries } = await ana.ask('audit show', { subject: { kind: 'cashout', id: one.cashout } });
  expect(entries.map(({ by, state }: Record<string, string>) => [by, state])).toEqual([
    ['bob', 'done'],
    ['bob', 'asked'],
    ['ana', 'done'],
    ['ana', 'asked'],
  ]);
  expect(entries[0].details).toEqual({ end_to_end_id: one.end_to_end_id, ...letter });
});
