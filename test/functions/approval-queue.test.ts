import { describe, expect, test } from 'vitest';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { openOperator } from '../support/admin.ts';
import type { Answer, Caller } from '../support/api.ts';
import { openColleague } from '../support/holdings.ts';
import { setRules } from '../support/rules.ts';
import { useStack } from '../support/use-stack.ts';

/** Noon of a Monday in São Paulo. */
let time = Date.parse('2026-11-02T15:00:00.000Z');
const used = useStack({ settings: { TOKEN_SECONDS: '86400' }, now: () => new Date(time) });

const path = '/v3/cashouts?awaiting=approval';
const create = async (caller: Caller, amount = 10): Promise<number> => {
  time += 1;
  return (await caller.post('/create-cashout', { ...caller.source, amount, key: 'fulano@example.com' })).body
    .id;
};
const checkerOf = (maker: Caller) => openColleague(used.stack, maker.tenant, { permissions: ['APPROVE'] });
const approve = (caller: Caller, id: number) => caller.post('/approve-cashout', { id });
const queue = async (caller: Caller, more = ''): Promise<Answer['body']> =>
  (await caller.get(`${path}&order=oldest${more}`)).body;
const ids = ({ results }: Answer['body']) => results.map(({ id }: { id: number }) => id);
const follow = (url: string) => url.slice(url.indexOf('/v3'));

describe('the approval queue', () => {
  test('the approval queue is sorted by age or by amount, with the count and the sum of its cashouts', async () => {
    const maker = await used.newCaller();
    const bruno = await checkerOf(maker);
    const [ten, thirty, twenty] = [await create(maker, 10), await create(maker, 30), await create(maker, 20)];

    const oldest = await queue(bruno);

    expect(oldest).toMatchObject({ next: null, previous: null, count: 3, sum: 60, complete: true });
    expect(ids(oldest)).toEqual([ten, thirty, twenty]);
    expect(ids((await bruno.get(`${path}&order=largest`)).body)).toEqual([thirty, twenty, ten]);
    expect((await bruno.get(path)).body.count).toBeUndefined();
  });

  test('the next page of the queue by amount is complete, even if the cashouts of the first page have been decided in the meantime', async () => {
    const maker = await used.newCaller();
    const bruno = await checkerOf(maker);
    const made = [];
    for (const amount of [10, 30, 20, 30]) made.push(await create(maker, amount));
    const [ten, first, twenty, second] = made as [number, number, number, number];

    const page = (await bruno.get(`${path}&order=largest&limit=2`)).body;
    expect([ids(page), page.count]).toEqual([[first, second], 4]);
    for (const id of [first, second]) await approve(bruno, id);
    const rest = (await bruno.get(follow(page.next))).body;
    expect([ids(rest), rest.next, rest.count, rest.sum]).toEqual([[twenty, ten], null, 2, 30]);
  });

  test('the approval queue leaves out expired cashouts, cashouts that the caller has approved, and own cashouts that the caller may not approve', async () => {
    const maker = await used.newCaller();
    await setRules(used.stack, maker, {
      approvals: { bands: [{ from: '10.00', needed: 2 }] },
      'own-approval': { up_to: '0' },
      expiry: { hours: 1 },
    });
    const [bruno, carla] = [await checkerOf(maker), await checkerOf(maker)];
    const [one, two] = [await create(maker), await create(maker)];
    await approve(bruno, one);

    expect(ids(await queue(bruno))).toEqual([two]);
    expect(ids(await queue(carla))).toEqual([one, two]);
    expect(await queue(maker)).toMatchObject({ results: [], count: 0, sum: 0 });
    time += 3_600_000;
    expect(await queue(carla)).toMatchObject({ results: [], count: 0 });
  });

  test('the approval queue covers the requested account, or else all accounts on which the caller may approve', async () => {
    const maker = await used.newCaller({ accounts: 2 });
    const bruno = await checkerOf(maker);
    const other = maker.tenant.accounts[1];
    const one = await create(maker);
    const body = { ...other, amount: 20, key: 'fulano@example.com' };
    const two = (await maker.post('/create-cashout', body)).body.id;

    expect(await queue(bruno)).toMatchObject({ count: 2, sum: 30 });
    expect(ids(await queue(bruno, `&${new URLSearchParams(maker.source)}`))).toEqual([one]);
    expect(ids(await queue(bruno, '&min_amount=15.00'))).toEqual([two]);
  });

  test('the approval queue is marked as incomplete if there are more than five hundred cashouts', {
    tags: 'dear',
  }, async () => {
    const maker = await used.newCaller();
    const bruno = await checkerOf(maker);
    const row = (await used.stack.deps.cashouts.get(await create(maker))) as Cashout;
    for (let count = 0; count < 500; count++)
      await used.stack.deps.cashouts.insert({ ...row, id: used.stack.deps.ids.cashoutId() });

    expect(await queue(bruno)).toMatchObject({ count: 500, sum: 5_000, complete: false });
  });
});

describe('a row of the approval queue', () => {
  const reasonsOf = async (caller: Caller) =>
    (await queue(caller)).results.map(({ reasons }: { reasons: string[] }) => reasons);

  test('a row names each limit that the cashout exceeds', async () => {
    const maker = await used.newCaller();
    const bruno = await checkerOf(maker);
    await create(maker, 10);
    await create(maker, 30);

    expect(await reasonsOf(bruno)).toEqual([[], []]);
    await setRules(used.stack, maker, { limit: { limit: 'per_transfer', amount: '20.00' } });
    expect(await reasonsOf(bruno)).toEqual([[], ['Rule: limit per transfer']]);
    await setRules(used.stack, maker, { limit: { limit: 'per_day', amount: '5.00' } });
    expect(await reasonsOf(bruno)).toEqual([
      ['Rule: limit per day'],
      ['Rule: limit per transfer', 'Rule: limit per day'],
    ]);
  });

  test('a row shows that funds are insufficient or that the creator is frozen', async () => {
    const maker = await used.newCaller();
    const bruno = await checkerOf(maker);
    await create(maker, 20_000);

    expect(await reasonsOf(bruno)).toEqual([['Insufficient funds']]);
    await openOperator(used.stack).freeze('client', maker.tenant.client_id);
    expect(await reasonsOf(bruno)).toEqual([['Operation blocked', 'Insufficient funds']]);
  });

  test('a row shows the payee once a preflight has looked up the payee, while the list of all cashouts does not', async () => {
    const maker = await used.newCaller();
    const bruno = await checkerOf(maker);
    const id = await create(maker);
    const listed = (await queue(bruno)).results[0];

    expect(listed.payee).toBeNull();
    const shown = (await bruno.get(`/v3/cashouts/${id}/preflight`)).body;
    const [row] = (await queue(bruno)).results;
    expect(row).toMatchObject({ payee: shown.payee, content_digest: shown.content_digest });
    expect((await maker.get('/v3/cashouts')).body.results[0]).not.toHaveProperty('payee');
  });
});

test.each([
  ['order', '/v3/cashouts?order=oldest'],
  ['order', `${path}&order=newest`],
  [
    'cursor_direction',
    `${path}&order=oldest&cursor_id=1&cursor_datetime=2026-11-01&cursor_direction=previous`,
  ],
])('a request for the approval queue with an invalid %s is refused: %s', async (field, url) => {
  const { status, body } = await (await used.newCaller()).get(url);

  expect([status, body.errors.map((error: { field: string }) => error.field)]).toEqual([422, [field]]);
});

test('a cursor with another company’s cashout is refused with "Transaction not found"', async () => {
  const foreign = await create(await used.newCaller());
  const bruno = await used.newCaller();

  const answer = await bruno.get(`${path}&order=largest&cursor_id=${foreign}&cursor_datetime=2026-11-01`);

  expect(answer).toMatchObject({ status: 400, body: { message: 'Transaction not found' } });
});
