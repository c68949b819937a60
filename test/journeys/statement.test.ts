import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  ended,
  openCaller,
  openTenant,
  openWorld,
  statementPath,
  type World,
} from '../support/api.ts';

let world: World;
let caller: Caller;
const count = 11;

beforeAll(async () => {
  world = await openWorld();
  caller = await openCaller(world.send, await openTenant(world.send));
  for (let index = 1; index < count; index++) await pay(index);
});
afterAll(() => world.close());

async function pay(amount: number): Promise<void> {
  const created = await caller.post('/create-cashout-self-approve', {
    ...caller.source,
    amount,
    key: 'fulano@example.com',
  });
  await ended(caller, created.body.id);
}

type Item = { code: number; date_time_utc: string };
type Body = { next: string | null; previous: string | null; results: Item[] };

/** Requests a page by the absolute URL in another page. */
async function follow(url: string): Promise<Body> {
  expect(url.startsWith(`${world.baseUrl}/v3/account-statements/`)).toBe(true);
  const answer = await caller.get(url.slice(world.baseUrl.length));
  expect(answer.status).toBe(200);
  return answer.body as Body;
}

const codes = ({ results }: Body) => results.map(({ code }) => code);
const all = Array.from({ length: count }, (_, index) => count - index);

describe('the pages of a statement', () => {
  test.each([1, 3, 4, 11])(
    'pages of %i entries contain every entry once, forwards and backwards',
    async (limit) => {
      const pages = [(await caller.get(statementPath(caller.source, `&limit=${limit}`))).body as Body];
      for (let page = pages[0]; page?.next; page = pages.at(-1)) pages.push(await follow(page.next));

      expect(pages.flatMap(codes)).toEqual(all);
      expect(pages[0]?.previous).toBeNull();
      expect(pages.at(-1)?.next).toBeNull();

      for (let index = pages.length - 1; index > 0; index--) {
        const back = await follow(pages[index]?.previous as string);
        expect(back).toEqual({ ...pages[index - 1], next: expect.any(String) });
      }
    },
  );

  test('the pages contain every earlier entry once, even if new entries are posted meanwhile', async () => {
    const first = (await caller.get(statementPath(caller.source, '&limit=4'))).body as Body;
    const seen = codes(first);
    await pay(5);
    for (let { next } = first; next; ) {
      const page = await follow(next);
      seen.push(...codes(page));
      next = page.next;
    }

    const before = Array.from(
      { length: first.results[0]?.code ?? 0 },
      (_, index) => (first.results[0]?.code ?? 0) - index,
    );
    expect(seen).toEqual(before);
    expect(seen.length).toBeGreaterThanOrEqual(count);
  });

  test('the pages include entries exactly at the start and at the end of the range', async () => {
    const { results } = (await caller.get(statementPath(caller.source))).body as Body;
    const [newest, , middle] = results as [Item, Item, Item];
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;
    const range = (start: string, end: string) =>
      caller.get(`/v3/account-statements/${branch}/${number}?start=${start}&end=${end}`);

    const between = await range(middle.date_time_utc, newest.date_time_utc);
    const local = await range(middle.date_time_utc.replace('Z', '%2B00:00'), '2099-12-31T23:59:59');
    const none = await range('2020-01-01', '2020-01-02');

    expect(codes(between.body)).toEqual([newest.code, newest.code - 1, middle.code]);
    expect(codes(local.body)).toEqual([newest.code, newest.code - 1, middle.code]);
    expect(none.body).toEqual({ worked: true, next: null, previous: null, results: [] });
  });

  test('the page URLs do not depend on the header X-Forwarded-Host', async () => {
    const headers = { authorization: `Bearer ${caller.token}`, 'x-forwarded-host': 'evil.test' };
    const answer = await world.send({
      method: 'GET',
      path: statementPath(caller.source, '&limit=1'),
      headers,
    });

    expect(answer.body.next.startsWith(world.baseUrl)).toBe(true);
  });

  test('pages requested with the cursor of a different account show only entries of the requested account', async () => {
    const other = await openCaller(world.send, await openTenant(world.send));
    const { next } = (await caller.get(statementPath(caller.source, '&limit=1'))).body as Body;
    const query = new URL(next as string).searchParams;
    const cursor = ['cursor_id', 'cursor_datetime', 'cursor_direction']
      .map((name) => `&${name}=${query.get(name)}`)
      .join('');

    const answer = await other.get(statementPath(other.source, cursor));

    expect(answer.status).toBe(200);
    expect(answer.body.results.every((item: Item) => item.code === 1)).toBe(true);
  });
});

describe('a statement query', () => {
  test.each([
    ['start', 'end=2026-01-01'],
    ['end', 'start=2026-01-01'],
    ['start', 'start=yesterday&end=2026-01-01'],
    ['start', 'start=&end=2026-01-01'],
    ['start', 'start=2024-02-30T00:00:00&end=2026-01-01'],
    ['end', 'start=2026-01-02&end=2026-01-01'],
    ['end', 'start=2026-01-01&end=275760-01-01'],
    ['end', 'start=2026-01-01&end=2026-01-02T00:00:00+xx'],
    ['limit', 'start=2026-01-01&end=2026-01-02&limit=0'],
    ['limit', 'start=2026-01-01&end=2026-01-02&limit=101'],
    ['limit', 'start=2026-01-01&end=2026-01-02&limit=-1'],
    ['limit', 'start=2026-01-01&end=2026-01-02&limit=1.5'],
    ['limit', 'start=2026-01-01&end=2026-01-02&limit=0x10'],
    ['limit', 'start=2026-01-01&end=2026-01-02&limit=1e1'],
    ['limit', 'start=2026-01-01&end=2026-01-02&limit=1&limit=100'],
    [
      'cursor_direction',
      'start=2026-01-01&end=2026-01-02&cursor_id=5&cursor_datetime=2026-01-01&cursor_direction=up',
    ],
  ])('a statement query is refused with 422 for its %s: %s', async (field, query) => {
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;

    const answer = await caller.get(`/v3/account-statements/${branch}/${number}?${query}`);

    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  test.each([
    'end=2026-01-02T00:00:00+03:00',
    'end=2026-01-02T00:00:00-03',
    'end=2026-01-02&limit=',
    'end=2026-01-02&cursor_id=5',
    'end=2026-01-02&cursor_datetime=2026-01-01',
    'end=2026-01-02&cursor_direction=next',
    'end=2026-01-02&cursor_direction=previous',
    'end=2026-01-02&cursor_id=&cursor_datetime=&cursor_direction=',
  ])('a statement query is accepted with %s', async (query) => {
    const { source_account_branch_identifier: branch, source_account_number: number } = caller.source;

    const answer = await caller.get(`/v3/account-statements/${branch}/${number}?start=2026-01-01&${query}`);

    expect([answer.status, answer.body.worked]).toEqual([200, true]);
  });

  test.each([
    '/v3/account-statements/1/123',
    '/v3/account-statements/0001/abc',
    '/v3/account-statements/0001/1%2C2',
  ])('a statement query with a path like %s is refused with 422', async (path) => {
    expect((await caller.get(`${path}?start=2026-01-01&end=2026-01-02`)).status).toBe(422);
  });

  test('a statement query with an encoded slash in its path is a 404', async () => {
    const answer = await caller.get('/v3/account-statements/0001/1%2F2?start=2026-01-01&end=2026-01-02');

    expect(answer).toMatchObject({ status: 404, body: { message: 'Not found' } });
  });
});
