import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { type Caller, openCaller, sendInProcess, statementPath } from '../support/api.ts';
import { counting, missingRow } from '../support/faults.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
let caller: Caller;
beforeAll(async () => {
  caller = await used.newCaller();
});

const account = () => ({
  branch: caller.source.source_account_branch_identifier,
  number: caller.source.source_account_number,
});
const credit = (amount: number, now?: () => Date) =>
  (now ? used.stack.with({ now }) : used.stack.deps).ledger.credit(
    account(),
    { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(amount) },
    randomUUID(),
  );

test('entries of the same millisecond, or of a slow clock, keep the order in which they were posted', async () => {
  const future = new Date(Date.now() + 60_000);
  await credit(1, () => future);
  await credit(2, () => future);
  await credit(3, () => new Date(Date.now() - 3_600_000));

  const { results } = (await caller.get(statementPath(caller.source, '&limit=3'))).body;

  expect(results.map((item: { code: number; amount: number }) => [item.code, item.amount])).toEqual([
    [4, 0.03],
    [3, 0.02],
    [2, 0.01],
  ]);
  expect(new Set(results.map((item: { date_time_utc: string }) => item.date_time_utc))).toEqual(
    new Set([future.toISOString()]),
  );
});

test('each of several concurrent postings takes the next sequence number, without a gap', async () => {
  const before = (await used.stack.deps.accounts.get(account()))?.seq ?? 0;

  await Promise.all(Array.from({ length: 15 }, (_, index) => credit(index + 1)));

  const { results } = (await caller.get(statementPath(caller.source, '&limit=15'))).body;
  expect(results.map((item: { code: number }) => item.code)).toEqual(
    Array.from({ length: 15 }, (_, index) => before + 15 - index),
  );
});

test('a cursor without the time of its entry gives the same page as a cursor with that time', async () => {
  const own = await used.newCaller();
  const ref = {
    branch: own.source.source_account_branch_identifier,
    number: own.source.source_account_number,
  };
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
  // Many entries have the same millisecond, and then there are none for years.
  const times = [
    '2031',
    '2031',
    '2031',
    '2031-02',
    '2034',
    '2034-01-01T00:00:00.001Z',
    '2034-01-01T00:00:00.001Z',
  ];
  for (const time of times)
    await used.stack.with({ now: () => new Date(time) }).ledger.credit(ref, entry, randomUUID());
  const { results } = (await own.get(statementPath(own.source))).body as {
    results: { code: number; date_time_utc: string }[];
  };
  expect(results).toHaveLength(8);
  const page = async (more: string) => {
    const { body } = await own.get(statementPath(own.source, `&limit=3${more}`));
    return body.results.map(({ code }: { code: number }) => code);
  };

  for (const { code, date_time_utc } of results) {
    for (const direction of ['next', 'previous']) {
      const cursor = `&cursor_id=${code}&cursor_direction=${direction}`;
      expect([cursor, await page(cursor)]).toEqual([
        cursor,
        await page(`${cursor}&cursor_datetime=${date_time_utc}`),
      ]);
    }
  }
  // After the last cursor, every entry is older.
  expect(await page('&cursor_id=99')).toEqual([8, 7, 6]);
  expect(await page('&cursor_id=99&cursor_direction=previous')).toEqual([]);
});

test('a cursor may name an entry outside the requested days', async () => {
  const own = await used.newCaller();
  const ref = {
    branch: own.source.source_account_branch_identifier,
    number: own.source.source_account_number,
  };
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
  for (const time of ['2031', '2032', '2033'])
    await used.stack.with({ now: () => new Date(time) }).ledger.credit(ref, entry, randomUUID());
  const [path] = statementPath(own.source).split('?');
  const page = async (cursor: string) => {
    const { body } = await own.get(`${path}?start=2032-01-01T00:00:00Z&end=2032-12-30${cursor}`);
    return body.results.map(({ code }: { code: number }) => code);
  };

  expect(await page('&cursor_id=2')).toEqual([]);
  expect(await page('&cursor_id=2&cursor_direction=previous')).toEqual([3]);
  expect(await page('&cursor_id=4')).toEqual([3]);
  expect(await page('&cursor_id=4&cursor_direction=previous')).toEqual([]);
});

test('a range with an end time ends exactly at that time, and a range with an end day includes the whole day', async () => {
  const own = await used.newCaller();
  const ref = {
    branch: own.source.source_account_branch_identifier,
    number: own.source.source_account_number,
  };
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
  for (const time of ['2031-01-01T12:00:12.000Z', '2031-01-01T12:00:12.458Z', '2031-01-02T02:59:59.999Z'])
    await used.stack.with({ now: () => new Date(time) }).ledger.credit(ref, entry, randomUUID());
  const until = async (end: string) => {
    const [path] = statementPath(own.source).split('?');
    const { body } = await own.get(`${path}?start=2031-01-01&end=${end}`);
    return body.results.map(({ code }: { code: number }) => code);
  };

  expect(await until('2031-01-01T12:00:12Z')).toEqual([2]);
  expect(await until('2031-01-01T09:00')).toEqual([]);
  expect(await until('2031-01-01T12:00:12.457Z')).toEqual([2]);
  expect(await until('2031-01-01T12:00:12.458Z')).toEqual([3, 2]);
  expect(await until('2031-01-01T23:59:59')).toEqual([3, 2]);
  expect(await until('2031-01-01')).toEqual([4, 3, 2]);
});

test('a cursor with only a time skips the entries of that time, and a direction without a cursor has no effect', async () => {
  const own = await used.newCaller();
  const ref = {
    branch: own.source.source_account_branch_identifier,
    number: own.source.source_account_number,
  };
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
  for (const time of ['2031', '2032', '2032', '2033'])
    await used.stack.with({ now: () => new Date(time) }).ledger.credit(ref, entry, randomUUID());
  const { client, sent } = counting();
  const counted = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), own.tenant);
  const page = async (cursor: string) => {
    const { body } = await counted.get(statementPath(own.source, `&${cursor}`));
    return body.results.map(({ code }: { code: number }) => code);
  };

  expect(await page('cursor_datetime=2032-01-01T00:00:00Z')).toEqual([2, 1]);
  expect(await page('cursor_datetime=2032-01-01T00:00:00Z&cursor_direction=previous')).toEqual([5]);
  for (const direction of ['next', 'previous'])
    expect(await page(`cursor_direction=${direction}`)).toEqual([5, 4, 3, 2, 1]);
  // A cursor for which there is no entry is not a gap. A gap would be read again.
  expect(sent.filter((call) => call === 'QueryCommand').length).toBeLessThanOrEqual(8);
});

test('a cursor without its time costs only a few more reads, even on a statement of many years', {
  tags: 'dear',
}, async () => {
  const own = await used.newCaller();
  const ref = {
    branch: own.source.source_account_branch_identifier,
    number: own.source.source_account_number,
  };
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
  let at = Date.parse('2031-01-01');
  for (let count = 0; count < 250; count++) {
    at += count % 7 === 0 ? 40 * 86_400_000 : count * 1_000;
    const now = new Date(at);
    await used.stack.with({ now: () => now }).ledger.credit(ref, entry, randomUUID());
  }
  const { client, sent } = counting();
  const counted = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), own.tenant);
  const costs: number[] = [];

  for (let code = 2; code < 250; code += 13) {
    sent.length = 0;
    const { body } = await counted.get(statementPath(own.source, `&limit=1&cursor_id=${code}`));
    expect(body.results[0].code).toBe(code - 1);
    costs.push(sent.filter((call) => call === 'QueryCommand').length);
  }

  expect(Math.max(...costs)).toBeLessThanOrEqual(24);
});

test('reading a page takes two concurrent database calls, whatever the length of the statement', async () => {
  const { client, sent } = counting();
  const other = await openCaller(sendInProcess(used.stack, used.stack.with({ client })), caller.tenant);
  await other.get(statementPath(caller.source));
  sent.length = 0;

  const { body } = await other.get(statementPath(caller.source, '&limit=2'));
  expect(sent.splice(0).sort()).toEqual(['BatchGetItemCommand', 'QueryCommand']);

  await other.get(body.next.replace('https://api.example.com', ''));
  expect(sent.sort()).toEqual(['BatchGetItemCommand', 'QueryCommand']);
});

test.each([
  ['next', 1],
  ['previous', 1],
  ['previous', 2],
] as const)(
  'a page in the direction %s is read again while a transaction is only partly visible (times: %d)',
  async (to, times) => {
    const own = await used.newCaller();
    const [{ source_account_branch_identifier, source_account_number } = own.source] = own.tenant.accounts;
    const ref = { branch: source_account_branch_identifier, number: source_account_number };
    const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
    for (let count = 0; count < 5; count++) await used.stack.deps.ledger.credit(ref, entry, randomUUID());
    const range = { start: '2000-01-01T00:00:00.000Z', end: '2999-01-01T00:00:00.000Z', limit: 10 };
    const whole = await used.stack.deps.statement.list(ref, { ...range, direction: to });
    const [first] = whole;
    // With `previous` the first entry after the cursor is missing, and with `next` an entry in the middle.
    const cursor = { at: first?.time ?? '', id: first?.seq ?? 0 };
    const missing = String(whole[to === 'previous' ? 1 : 3]?.seq).padStart(16, '0');
    const isMissing = ({ position }: Record<string, unknown>) => String(position).endsWith(`#${missing}`);
    const { client, queries } = missingRow(used.stack.config.STATEMENT_TABLE, isMissing, times);
    const { statement } = used.stack.with({ client });

    const page = await statement.list(ref, {
      ...range,
      direction: to,
      ...(to === 'previous' ? { cursor } : {}),
    });

    expect(page).toEqual(to === 'previous' ? whole.slice(1) : whole);
    expect(queries()).toBe(times + 1);
  },
);

test('the statement has no page before its first page and none after its last page, whatever the cursor', async () => {
  const own = await used.newCaller();
  const ref = {
    branch: own.source.source_account_branch_identifier,
    number: own.source.source_account_number,
  };
  const entry = { type: 'PIX_CREDIT_IN_ACCOUNT', direction: 'CREDIT', amountCents: cents(1) } as const;
  for (let count = 2; count <= 3; count++) await used.stack.deps.ledger.credit(ref, entry, randomUUID());
  const ask = async (query: string) => {
    const { body } = await own.get(statementPath(own.source, `&${query}`));
    const codes = body.results.map(({ code }: { code: number }) => code);
    return [body.previous && 'URL', codes, body.next && 'URL'];
  };

  for (const time of ['', '&cursor_datetime=2998-01-01']) {
    expect(await ask(`cursor_id=99${time}`)).toEqual([null, [3, 2, 1], null]);
    expect(await ask(`cursor_id=99${time}&limit=2`)).toEqual([null, [3, 2], 'URL']);
  }
  expect(await ask('cursor_id=1&cursor_datetime=2000-01-01&cursor_direction=previous')).toEqual([
    null,
    [3, 2, 1],
    null,
  ]);
  expect(await ask('cursor_id=3')).toEqual(['URL', [2, 1], null]);
  expect(await ask('cursor_id=1&cursor_direction=previous')).toEqual([null, [3, 2], 'URL']);
});

test('a cursor of an entry that does not exist still gives a page', async () => {
  const range = { start: '2000-01-01T00:00:00.000Z', end: '2999-01-01T00:00:00.000Z', limit: 10 };
  const cursor = { at: '2999-01-01T00:00:00.000Z', id: 77 };
  expect(
    (await used.stack.deps.statement.list(account(), { ...range, cursor, direction: 'next' })).length,
  ).toBeGreaterThan(0);
});
