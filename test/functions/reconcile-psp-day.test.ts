import { beforeEach, describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { applyNetworkEvent } from '../../lib/incoming/apply-network-event.ts';
import { post } from '../../lib/ledger/posting-store.ts';
import { networkEvent } from '../../lib/network/event.ts';
import { takeStep } from '../../lib/payout/take-step.ts';
import { answerReconcilePsp } from '../../lib/reconciliation/books-call.ts';
import { day, e2eOf, type Movement, openFullDay, returnOf } from '../psp/full-day.ts';
import { openCaller, openTenant, sendInProcess } from '../support/api.ts';
import { countUnits } from '../support/count-units.ts';
import { storedEntries } from '../support/stored-entries.ts';
import { allRows } from '../support/tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are asserted whole, so their type is what the test writes
type Json = any;
type Bank = Awaited<ReturnType<typeof openFullDay>>;

const movements = (kind: Movement['kind'], from: number, count: number): Movement[] =>
  Array.from({ length: count }, (_, index) => ({
    kind,
    number: from + index,
    amountCents: kind.startsWith('return') ? 100 : 1_000 + index,
    account: index,
  }));

const aThousand = [
  ...movements('sent', 1_000, 470),
  ...movements('received', 2_000, 470),
  ...movements('return sent', 2_000, 40),
  ...movements('return received', 1_000, 20),
];

async function openDay(all: readonly Movement[] = aThousand): Promise<Bank> {
  const bank = await openFullDay();
  await bank.enter(all);
  for (const movement of all) bank.book(movement);
  for (let index = 0; index < 30; index++)
    bank.books.extra.push({
      word: 'TPE',
      cents: 50,
      at: `${day}T18:00:${String(index).padStart(2, '0')}.000Z`,
      endToEndId: e2eOf(1_000 + index),
    });
  return bank;
}

/** Compares the day on the next morning. @param using replaces the client, for example to count calls */
async function compare(bank: Bank, at = '2026-11-21T09:00:00.000Z', client = bank.client): Promise<Json> {
  await bank.closeBooks();
  bank.goTo(at);
  const deps = bank.stack.with({ client, now: bank.clock, pause: async () => {} });
  return bank.stack.invoke('reconcilePsp', { day }, deps);
}

const found = (answer: Json) =>
  answer.days[0].lines
    .filter(({ state }: Json) => state === 'open')
    .map(({ found, kind, id, details }: Json) => `${found}, ${kind} ${id}: ${details}`)
    .sort();

async function incidentsOf(bank: Bank) {
  const { INCIDENTS_TABLE = [] } = await allRows(bank.stack);
  return INCIDENTS_TABLE as { id: string; kind: string; details: string }[];
}

/** Adds one difference of each kind to a day without differences. @returns the expected differences */
async function plantAll(bank: Bank): Promise<string[]> {
  const { CASHOUTS_TABLE } = bank.stack.config;
  const [sent, received] = [movements('sent', 5_000, 20), movements('received', 6_000, 20)] as [
    Movement[],
    Movement[],
  ];
  const of = (all: Movement[], index: number) => all[index] as Movement;
  const both = async (movement: Movement) => {
    await bank.enter([movement]);
    return bank.book(movement);
  };
  const expected: string[] = [];
  const expectFound = (what: string, kind: string, id: string, details: string) =>
    expected.push(`${what}, ${kind} ${id}: ${details}`);

  bank.book(of(sent, 0));
  expectFound('theirs only', 'sent', e2eOf(5_000), 'the PSP made a payment that matches no cashout');

  await both(of(sent, 1));
  bank.records.set('twice', { ...bank.records.get('5001'), endToEndId: e2eOf(5_901) });
  bank.books.note('twice', `${day}T16:00:00.000Z`);
  expectFound('theirs only', 'sent', e2eOf(5_901), 'the PSP made it in addition to the recorded payment');

  for (const [index, status] of [
    [2, 'ERROR'],
    [3, 'PROCESSING'],
  ] as const) {
    const { number } = of(sent, index);
    bank.book(of(sent, index));
    await bank.putAll([
      {
        table: CASHOUTS_TABLE,
        row: { id: number, status, request: { amountCents: of(sent, index).amountCents } },
      },
    ]);
    const details = status === 'ERROR' ? 'the cashout is ERROR here' : 'the cashout is PROCESSING here';
    expectFound('theirs only', 'sent', e2eOf(number), `the PSP made it, but ${details}`);
  }

  await bank.enter([of(sent, 4), of(sent, 5)]);
  expectFound('ours only', 'sent', e2eOf(5_004), 'the PSP does not know the payment');
  Object.assign(bank.book(of(sent, 5)), { status: 'NAO_REALIZADO' });
  expectFound('ours only', 'sent', e2eOf(5_005), 'the PSP reports that it was not made');

  Object.assign(await both(of(sent, 6)), { valor: '9000.00' });
  expectFound('differs', 'sent', e2eOf(5_006), 'the PSP sent 900000 cents');
  Object.assign(await both(of(sent, 7)), { endToEndId: e2eOf(5_907) });
  expectFound('differs', 'sent', e2eOf(5_907), `the PSP sent it with the end-to-end id ${e2eOf(5_907)}`);

  await both(of(sent, 8));
  bank.book({ ...of(sent, 8), kind: 'return received' });
  expectFound(
    'theirs only',
    'return received',
    returnOf(5_008),
    'a payment was returned to the PSP, but is not credited here',
  );
  await both(of(sent, 9));
  await bank.enter([{ ...of(sent, 9), kind: 'return received' }]);
  expectFound('ours only', 'return received', returnOf(5_009), 'the PSP does not show the return');
  await both(of(sent, 10));
  Object.assign(await both({ ...of(sent, 10), kind: 'return received', amountCents: 300 }), {
    valor: '2.00',
  });
  expectFound('differs', 'return received', returnOf(5_010), 'the PSP returned 200 cents');

  bank.book(of(received, 0));
  expectFound('theirs only', 'received', e2eOf(6_000), 'the PSP received it, but it is not credited here');
  await bank.enter([of(received, 1)]);
  expectFound('ours only', 'received', e2eOf(6_001), 'the PSP has not received the payment');
  Object.assign(await both(of(received, 2)), { valor: '0.01' });
  expectFound('differs', 'received', e2eOf(6_002), 'the PSP received 1 cents');
  Object.assign(await both(of(received, 3)), { chave: bank.accounts[2]?.key });
  expectFound(
    'differs',
    'received',
    e2eOf(6_003),
    'it was credited to another account than the account of the key',
  );
  await both(of(received, 4));
  const twice = { type: 'PIX_CASHIN', direction: 'CREDIT', amountCents: cents(1_004) } as const;
  await post(bank.db, bank.clock, () => [], [
    {
      account: (bank.accounts[0] as Bank['accounts'][0]).ref,
      entry: { ...twice, identification: e2eOf(6_004), transactionId: 1 },
      add: { availableCents: 1_004 },
    },
  ]);
  expectFound('ours only', 'received', e2eOf(6_004), 'it is on the statement twice');

  await both(of(received, 5));
  bank.book({ ...of(received, 5), kind: 'return sent' });
  expectFound(
    'theirs only',
    'return sent',
    returnOf(6_005),
    'the PSP returned a received payment, but the return is not debited here',
  );
  await both(of(received, 6));
  await bank.enter([{ ...of(received, 6), kind: 'return sent' }]);
  expectFound('ours only', 'return sent', returnOf(6_006), 'the PSP does not show the return');
  await both(of(received, 7));
  Object.assign(await both({ ...of(received, 7), kind: 'return sent' }), { valor: '2.00' });
  expectFound('differs', 'return sent', returnOf(6_007), 'the PSP returned 200 cents');

  bank.books.drift[day] = -37;
  return expected.sort();
}

describe('a day of a thousand movements', { timeout: 300_000 }, () => {
  test('the comparison finds no difference when the books agree, and reports each planted difference once', async () => {
    const bank = await openDay();
    const { client, units } = countUnits();
    const calls = bank.psp.seen.length;

    const clean = await compare(bank, undefined, client);

    const used = units.take();
    // Requests: five pages of each list, the statement's order, two look-ups of it, the balance. Queries: each shard of three days.
    expect(bank.psp.seen.length - calls).toBe(14);
    expect(used).toEqual({
      statement: { calls: 48, reads: expect.any(Number), writes: 0 },
      books: { calls: 4, reads: 33, writes: 1 },
      accounts: { calls: 4, reads: 4, writes: 0 },
    });
    expect(used.statement?.reads).toBeLessThan(60);
    expect(clean).toMatchObject({
      agree: true,
      days: [{ state: 'settled', agree: 1_000, unexplained: '0.00' }],
    });
    expect(clean.days[0].lines).toEqual([]);
    expect(await incidentsOf(bank)).toEqual([]);

    bank.goTo(`${day}T22:00:00.000Z`);
    const expected = await plantAll(bank);
    const planted = await compare(bank, undefined, client);

    expect(found(planted)).toEqual(expected);
    expect(planted).toMatchObject({ agree: false, days: [{ state: 'open', unexplained: '-0.37' }] });
    const incidents = await incidentsOf(bank);
    expect(incidents.map(({ details }) => details).sort()).toEqual(
      [...expected, '-37 cents of the PSP’s balance are not explained']
        .map((details) => `main: ${details}`)
        .sort(),
    );
    expect(new Set(incidents.map(({ kind }) => kind))).toEqual(new Set(['psp_difference']));

    const before = await allRows(bank.stack);
    const again = await compare(bank);
    const { BOOKS_TABLE: books = [], ...others } = await allRows(bank.stack);
    const { BOOKS_TABLE: booksBefore = [], ...othersBefore } = before;
    expect(found(again)).toEqual(expected);
    expect(others).toEqual(othersBefore);
    expect(books.length).toBe(booksBefore.length);
  });
});

describe('a run of the comparison with the PSP’s statement', { timeout: 300_000 }, () => {
  test('an interrupted run is resumed, finds all differences, and lists them in pages', async () => {
    const bank = await openDay([]);
    for (const movement of movements('sent', 1_000, 210)) bank.book(movement);
    await bank.closeBooks();
    bank.goTo('2026-11-21T09:00:00.000Z');
    const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
    // Returns a clock with enough time left for this many requests.
    const shortly = (questions: number) => {
      let left = questions;
      return () => (left-- > 0 ? 100_000 : 1_000);
    };

    const first: Json = await answerReconcilePsp(deps, { day }, shortly(12));
    const second: Json = await answerReconcilePsp(deps, { day }, shortly(12));
    const last: Json = await answerReconcilePsp(deps, { day }, () => 600_000);
    const more: Json = await answerReconcilePsp(deps, { day, after: last.days[0].more_after }, () => 600_000);

    expect(first).toMatchObject({ agree: false, complete: false, days: [{ state: 'cut short' }] });
    expect(first.days[0].differences).toBeLessThan(second.days[0].differences);
    expect(last).toMatchObject({ complete: true, days: [{ state: 'open', differences: 210 }] });
    expect(last.days[0].lines).toHaveLength(200);
    expect(more.days[0].lines).toHaveLength(10);
    expect(new Set([...found(last), ...found(more)]).size).toBe(210);
    expect(await incidentsOf(bank)).toHaveLength(210);
  });

  test('a scheduled run compares yesterday, missed days and open days, in the order of their dates', async () => {
    const bank = await openDay(movements('sent', 1_000, 2));
    bank.book({ kind: 'sent', number: 1, amountCents: 100, account: 0 });
    await bank.closeBooks();
    const run = async (at: string) => {
      bank.goTo(at);
      const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
      const answer = (await bank.stack.invoke('reconcilePsp', {}, deps)) as Json;
      return answer.days.map(({ day, state }: Json) => `${day} ${state}`);
    };

    // A day is compared only after it has ended and the grace period of a difference has passed.
    expect(await run('2026-11-21T03:59:00.000Z')).toEqual(['2026-11-19 settled']);
    expect(await run('2026-11-21T04:01:00.000Z')).toEqual(['2026-11-20 open']);
    expect(await run('2026-11-21T04:30:00.000Z')).toEqual([]);
    expect(await run('2026-11-21T05:02:00.000Z')).toEqual(['2026-11-20 open']);
    expect(await run('2026-11-24T12:00:00.000Z')).toEqual([
      '2026-11-20 open',
      '2026-11-21 settled',
      '2026-11-22 settled',
      '2026-11-23 settled',
    ]);
    expect(
      bank.stack.counted.filter(([name]) => name === 'PspDifferences').map(([, count]) => count),
    ).toEqual([0, 1, 1, 1, 1]);
  });

  test.each([
    [{ day: '2026-11-31' }, 'must be YYYY-MM-DD'],
    [{ day: '2026-11-21' }, 'must be a past day: the last one is 2026-11-20'],
  ])('a comparison run with the input %j is refused', async (event, message) => {
    const bank = await openFullDay();
    bank.goTo('2026-11-21T09:00:00.000Z');

    expect(await bank.stack.invoke('reconcilePsp', event, bank.stack.with({ now: bank.clock }))).toEqual({
      worked: false,
      detail: 'Validation error',
      message: 'Validation error',
      data: null,
      errors: [{ field: 'day', message }],
    });
  });
});

describe('a movement found only on the PSP’s statement:', () => {
  const one = (kind: Movement['kind'], number: number, amountCents = 1_000): Movement => ({
    kind,
    number,
    amountCents,
    account: 0,
  });

  /** Compares the day, and applies what the comparison queues. */
  async function compareAndApply(bank: Bank, at: string) {
    await bank.closeBooks();
    bank.goTo(at);
    const events: Json[] = [];
    const sendEvent = async (event: Json) => void events.push(event);
    const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
    const answer: Json = await bank.stack.invoke(
      'reconcilePsp',
      { day },
      { ...deps, queues: { ...deps.queues, sendEvent } },
    );
    for (const event of events) await applyNetworkEvent(deps, networkEvent.parse(event));
    return { answer, kinds: events.map(({ kind }) => kind) };
  }

  test('a missing payment and its return are booked by the same notices that a callback would have sent', async () => {
    const bank = await openDay([]);
    bank.book(one('received', 2_000));
    bank.book(one('return sent', 2_000, 400));

    const first = await compareAndApply(bank, '2026-11-21T09:00:00.000Z');
    const next = await compareAndApply(bank, '2026-11-21T12:00:00.000Z');

    expect(first.kinds).toContain('payment_received');
    expect(
      await bank.stack.deps.accounts.get(bank.accounts[0]?.ref ?? { branch: '', number: '' }),
    ).toMatchObject({
      availableCents: 10_000_600,
    });
    expect(next.kinds).toEqual([]);
    // Our entries have the date of the next day. Each is looked up, and agrees.
    expect(found(next.answer)).toEqual([]);
  });

  test('a return of a payment left to an operator is left to the operator too, and is not reported as a difference', async () => {
    const bank = await openDay([]);
    Object.assign(bank.book(one('received', 2_000)), { chave: 'nobody@elsewhere.example' });
    bank.book(one('return sent', 2_000, 400));

    await compareAndApply(bank, '2026-11-21T09:00:00.000Z');
    const { answer, kinds } = await compareAndApply(bank, '2026-11-21T12:00:00.000Z');

    expect(kinds).toEqual([]);
    expect(found(answer)).toEqual([]);
    expect(answer).toMatchObject({
      agree: true,
      days: [{ state: 'settled', waiting_for_a_person: 2, differences: 0, unexplained: '0.00' }],
    });
  });

  test('a return of a payment left to an operator is reported as a difference if the PSP has a different amount', async () => {
    const bank = await openDay([]);
    Object.assign(bank.book(one('received', 2_000)), { chave: 'nobody@elsewhere.example' });
    const returned = bank.book(one('return sent', 2_000, 400));

    await compareAndApply(bank, '2026-11-21T09:00:00.000Z');
    Object.assign(returned, { valor: '5.00' });
    bank.books.forget();
    const { answer } = await compareAndApply(bank, '2026-11-21T12:00:00.000Z');

    expect(found(answer)).toEqual([
      `theirs only, return sent ${returnOf(2_000)}: the PSP returned a received payment, but the return is not debited here`,
    ]);
  });

  test('a returned payout becomes REFUNDED from the PSP’s statement alone', async () => {
    const bank = await openDay([]);
    const send = sendInProcess(bank.stack);
    const caller = await openCaller(send, await openTenant(send));
    const body = { ...caller.source, amount: 10, key: 'fulano@example.com' };
    const { id } = (await caller.post('/create-cashout-self-approve', body)).body;
    await takeStep(bank.stack.deps, id);
    bank.goTo(`${day}T15:20:00.000Z`);
    await takeStep(bank.stack.deps, id);
    const { endToEndId } = (await bank.stack.deps.cashouts.get(id)) ?? {};
    bank.records.set(String(id), { endToEndId, idEnvio: String(id), valor: '10.00', status: 'REALIZADO' });
    bank.books.note(String(id), `${day}T15:20:00.000Z`);
    bank.books.extra.push({
      word: 'PDR',
      cents: 1_000,
      at: `${day}T18:30:00.000Z`,
      endToEndId: String(endToEndId),
      rtrId: returnOf(7),
    });

    await compareAndApply(bank, '2026-11-21T09:00:00.000Z');

    expect(await bank.stack.deps.cashouts.get(id)).toMatchObject({ status: 'REFUNDED', failureCode: 'MD06' });
  });
});

describe('a fee of the PSP', () => {
  test('the fee is charged once to the account if the stage passes fees on, and its refund on a later day goes to the institution', async () => {
    const bank = await openDay(movements('sent', 1_000, 4));
    bank.books.extra = bank.books.extra.slice(0, 3);
    const events: Json[] = [];
    const sendEvent = async (event: Json) => void events.push(event);
    const run = async (ofDay: string, at: string) => {
      await bank.closeBooks();
      bank.goTo(at);
      const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
      const config = { ...deps.config, FEES_BORNE_BY: 'account' as const };
      const using = { ...deps, config, queues: { ...deps.queues, sendEvent } };
      const answer: Json = await answerReconcilePsp(using, { day: ofDay }, () => 600_000);
      for (const event of events) await applyNetworkEvent(using, networkEvent.parse(event));
      return answer;
    };

    await run(day, '2026-11-21T15:00:00.000Z');
    expect(events).toHaveLength(3);
    await run(day, '2026-11-21T16:00:00.000Z');
    expect(events).toHaveLength(3);
    const given = { word: 'ETPE', cents: 50, at: '2026-11-21T18:00:00.000Z' };
    bank.books.extra.push({ ...given, endToEndId: e2eOf(1_000) }, { ...given, endToEndId: e2eOf(1_003) });
    const next = await run('2026-11-21', '2026-11-22T15:00:00.000Z');

    const { STATEMENT_TABLE: items = [] } = await allRows(bank.stack);
    const taxes = storedEntries(items).filter(({ type }) => type.includes('_TAX'));
    expect(taxes.map(({ identification, direction }) => `${identification} ${direction}`).sort()).toEqual(
      [1_000, 1_001, 1_002].map((number) => `${e2eOf(number)} DEBIT`),
    );
    // Their payments are from the day before, so the institution gets the refunds of their fees.
    expect(next.days[0]).toMatchObject({ state: 'settled', unexplained: '0.00' });
    expect(next.days[0].balance).toContainEqual({
      what: 'of the day: PIX_CASHOUT_TAX',
      amount: '1.50',
      count: '3',
    });
  });

  test('the fee is charged to no account if its refund arrives first', async () => {
    const bank = await openDay([]);
    const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
    const common = { version: 1, kind: 'fee_charged', account: bank.accounts[0]?.ref, amountCents: 50 };
    const of = { type: 'PIX_CASHOUT_TAX', endToEndId: e2eOf(1_000) };
    const fee = { ...common, ...of, feeId: `TPE#${e2eOf(1_000)}` };
    const back = { ...common, ...of, feeId: `ETPE#${e2eOf(1_000)}`, undoes: fee.feeId };

    for (const event of [back, fee, back, fee]) await applyNetworkEvent(deps, networkEvent.parse(event));

    const { STATEMENT_TABLE: items = [] } = await allRows(bank.stack);
    expect(storedEntries(items).filter(({ type }) => type.includes('_TAX'))).toEqual([]);
    expect(await incidentsOf(bank)).toEqual([]);
  });

  test('the institution bears the fee if the account cannot pay it, and an incident is opened', async () => {
    const bank = await openDay(movements('sent', 1_000, 1));
    const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
    const fee = {
      version: 1,
      kind: 'fee_charged',
      feeId: `TPE#${e2eOf(1_000)}`,
      account: bank.accounts[0]?.ref,
      type: 'PIX_CASHOUT_TAX',
      amountCents: 99_999_999,
      endToEndId: e2eOf(1_000),
    } as const;

    for (const again of [fee, fee, { ...fee, amountCents: 1 }])
      await applyNetworkEvent(deps, networkEvent.parse(again));
    await applyNetworkEvent(
      deps,
      networkEvent.parse({ ...fee, feeId: `ETPE#${e2eOf(1_000)}`, undoes: fee.feeId, amountCents: 1 }),
    );

    expect(await incidentsOf(bank)).toMatchObject([
      {
        id: `fee-${fee.feeId}`,
        details: 'fee of 99999999 cents not debited, the institution bears it: insufficient_funds',
      },
    ]);
    const { STATEMENT_TABLE: items = [] } = await allRows(bank.stack);
    expect(storedEntries(items).filter(({ type }) => type.includes('_TAX'))).toEqual([]);
  });
});

describe('in the comparison around midnight,', () => {
  const movement = { kind: 'received', number: 8_000, amountCents: 2_500, account: 1 } as const;

  test('a movement dated differently by us and by the PSP is not a difference, and the two days together add up', async () => {
    const bank = await openDay([]);
    bank.books.extra = [];
    bank.goTo('2026-11-21T02:59:59.000Z');
    bank.book(movement);
    bank.goTo('2026-11-21T03:00:02.000Z');
    await bank.enter([movement]);
    const deps = () => bank.stack.with({ now: bank.clock, pause: async () => {} });
    await bank.closeBooks();

    bank.goTo('2026-11-21T09:00:00.000Z');
    const first: Json = await bank.stack.invoke('reconcilePsp', { day }, deps());
    bank.goTo('2026-11-22T09:00:00.000Z');
    const second: Json = await bank.stack.invoke('reconcilePsp', { day: '2026-11-21' }, deps());

    expect(first.days[0]).toMatchObject({ state: 'settled', agree: 1, unexplained: '0.00' });
    expect(first.days[0].balance).toContainEqual({ what: '+ on one side only', amount: '25.00', count: '' });
    expect(second.days[0]).toMatchObject({ state: 'settled', agree: 1, unexplained: '0.00' });
    expect(second.days[0].balance).toContainEqual({ what: '+ on one side only', amount: '0.00', count: '' });
    expect(await incidentsOf(bank)).toEqual([]);
  });
});

describe('the comparison with the PSP', () => {
  let bank: Bank;
  beforeEach(async () => {
    bank = await openDay([
      ...movements('sent', 1_000, 6),
      ...movements('received', 2_000, 6),
      ...movements('return sent', 2_000, 2),
      ...movements('return received', 1_000, 2),
    ]);
  });

  test.each<[string, (bank: Bank) => void, string[]]>([
    ['without some payments', ({ books }) => (books.spoil.sent = () => []), []],
    ['without some receipts', ({ books }) => (books.spoil.received = () => []), []],
    ['with each line twice', ({ books }) => (books.spoil.sent = (all) => [...all, ...all]), []],
    ['in another order', ({ books }) => (books.spoil.sent = (all) => [...all].reverse()), []],
    [
      'with an amount other than the payment’s',
      ({ books }) => (books.spoil.sent = ([one, ...all]) => [{ ...one, valor: '77.00' }, ...all]),
      [],
    ],
    [
      'with unreadable lines',
      ({ books }) => (books.spoil.sent = (all) => [5, {}, ...all]),
      ['2 items cannot be read'],
    ],
    ['without an end', ({ books }) => (books.spoil.endless = true), ['a page has no new items']],
  ])('the comparison succeeds even if the PSP returns lists %s', async (_, spoil, faults) => {
    spoil(bank);

    const answer = await compare(bank);

    expect(answer).toMatchObject({ agree: true, days: [{ state: 'settled', psp_faults: faults }] });
    expect(await incidentsOf(bank)).toEqual([]);
  });

  test.each<[string, (lines: string[]) => string[], object]>([
    [
      'repeats its lines',
      (lines) => [...lines, ...lines.slice(0, 3)],
      { unexplained: '0.00', state: 'settled' },
    ],
    ['reverses its lines', (lines) => [...lines].reverse(), { unexplained: '0.00', state: 'settled' }],
    [
      'omits a line, so that its balance does not add up',
      (lines) => lines.slice(1),
      { unexplained: expect.not.stringMatching(/^0\.00$/), state: 'open', differences: 0 },
    ],
  ])('the comparison completes even if the PSP’s statement %s', async (_, spoil, expected) => {
    bank.books.spoil.lines = spoil;

    expect((await compare(bank)).days[0]).toMatchObject(expected);
  });

  test('the comparison waits for a late statement of the PSP, opens one incident after some hours, and then compares the day', async () => {
    bank.books.looksUntilReady = 1_000;
    expect(await compare(bank)).toMatchObject({ agree: false, days: [{ state: 'waiting', differences: 0 }] });
    expect(await incidentsOf(bank)).toEqual([]);

    await compare(bank, '2026-11-21T16:00:00.000Z');
    await compare(bank, '2026-11-21T17:00:00.000Z');
    expect(await incidentsOf(bank)).toMatchObject([
      { id: `psp-statement-${day}-main`, kind: 'psp_difference' },
    ]);

    bank.books.looksUntilReady = 0;
    expect(await compare(bank, '2026-11-21T18:00:00.000Z')).toMatchObject({ agree: true });
  });

  test('the comparison of a day fails if the PSP fails halfway, and the next run compares that day', async () => {
    bank.books.spoil.sent = (all) => {
      bank.psp.faults.push('503 before');
      return all;
    };
    expect(await compare(bank)).toMatchObject({ agree: false, failed: [{ psp: 'main', day }], days: [] });
    expect(await incidentsOf(bank)).toEqual([]);

    bank.books.spoil.sent = (all) => all;
    expect(await compare(bank)).toMatchObject({ agree: true, failed: [] });
  });

  test('a scheduled run that could not compare a day states no number of differences, unless some are known', async () => {
    const first = await openDay(movements('sent', 1_000, 2));
    first.book({ kind: 'sent', number: 1, amountCents: 100, account: 0 });
    await first.closeBooks();
    const countedAt = async (bank: typeof first, at: string, isDown: boolean) => {
      bank.goTo(at);
      const deps = bank.stack.with({ now: bank.clock, pause: async () => {} });
      const lost = async () => {
        throw new Error('the table does not answer');
      };
      const books = isDown ? { ...deps.books, putDay: lost } : deps.books;
      bank.stack.counted.length = 0;
      await bank.stack.invoke('reconcilePsp', {}, { ...deps, books }).catch(() => {});
      return bank.stack.counted.filter(([name]) => name.startsWith('Psp'));
    };

    expect(await countedAt(first, '2026-11-21T04:01:00.000Z', true)).toEqual([['PspBooksFailed', 1]]);
    expect(await countedAt(first, '2026-11-21T05:02:00.000Z', false)).toEqual([['PspDifferences', 1]]);
    expect(await countedAt(first, '2026-11-21T07:02:00.000Z', true)).toEqual([
      ['PspBooksFailed', 1],
      ['PspDifferences', 1],
    ]);
  });

  test('the comparison resolves a difference that has disappeared, and reopens the incident if the difference comes back', async () => {
    const [, second] = bank.lists.pix as Json[];
    const valor = second.valor;
    second.valor = '77.00';
    expect((await compare(bank)).days[0]).toMatchObject({ differences: 1 });
    second.valor = valor;
    expect((await compare(bank)).days[0]).toMatchObject({ state: 'settled', lines: [{ state: 'resolved' }] });
    second.valor = '77.00';
    expect((await compare(bank)).days[0]).toMatchObject({ differences: 1, lines: [{ state: 'open' }] });

    expect(await incidentsOf(bank)).toHaveLength(1);
  });

  test('the comparison reports no difference for a payment left to an operator, or for a payment that the PSP made and reversed', async () => {
    const [waiting, undone] = [
      { kind: 'received', number: 7_000, amountCents: 5_000, account: 0 },
      { kind: 'sent', number: 7_001, amountCents: 4_000, account: 0 },
    ] as const satisfies Movement[];
    bank.book(waiting);
    await bank.putAll([
      {
        table: bank.stack.config.MARKERS_TABLE,
        row: { id: `cash-in#${e2eOf(7_000)}`, at: 'then', incident: 'x' },
      },
    ]);
    bank.book(undone);
    bank.books.extra.push({
      word: 'EPE',
      cents: 4_000,
      at: bank.clock().toISOString(),
      endToEndId: e2eOf(7_001),
    });

    expect((await compare(bank)).days[0]).toMatchObject({
      state: 'settled',
      waiting_for_a_person: 1,
      unexplained: '0.00',
    });
  });
});
