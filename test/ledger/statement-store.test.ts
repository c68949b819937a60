import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account } from '../../lib/account/account.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import { positionOf } from '../../lib/ledger/entry-item.ts';
import { packedMax } from '../../lib/ledger/packed-entries.ts';
import { countUnits } from '../support/count-units.ts';
import { missingRow } from '../support/faults.ts';
import { fillStatement } from '../support/filled-statement.ts';
import { balanceOf } from '../support/ledger.ts';
import { useStack } from '../support/use-stack.ts';

const used = useStack();
const always = { start: '2000-01-01T00:00:00.000Z', end: '2999-01-01T00:00:00.000Z' };
const month = { start: '2030-12-31T12:00:00.000Z', end: '2031-01-31T00:00:00.000Z' };
const newest = { ...always, direction: 'next' } as const;
const instant = (seconds: number) => new Date(Date.UTC(2031, 0, 1) + seconds * 1_000);

/** Opens an account with postings of these numbers of entries, one second apart, after its opening credit. */
async function filled(sizes: readonly number[], secondOf = (index: number) => index): Promise<Account> {
  const { tenant } = await used.newCaller();
  const account = await balanceOf(used.stack, tenant);
  await fillStatement(
    used.stack,
    account,
    sizes.map((size, index) => [instant(secondOf(index)), size] as const),
  );
  return account;
}

const numbers = (entries: readonly Entry[]) => entries.map(({ seq }) => seq);
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index);

describe('a statement with items of all sizes, some of the same millisecond,', () => {
  const sizes = [1, 2, 16, 1, 1, 1, 20, 7, 1, 33, 10, 1, 1, 16, 16, 3];
  const total = 1 + sizes.reduce((sum, size) => sum + size, 0);
  let account: Account;
  let entries: Entry[];
  beforeAll(async () => {
    account = await filled(sizes, (index) => Math.floor(index / 3));
    entries = await used.stack.deps.statement.listAfter(account, { at: '', id: 0 }, 1_000);
  });

  test('the statement has every entry once, in order, with its balance', () => {
    expect(numbers(entries)).toEqual(upTo(total));
    expect(entries.map(({ balanceCents }) => balanceCents)).toEqual(
      upTo(total).map((seq) => 1_000_000 + (seq - 1) * 1_234),
    );
    expect(new Set(entries.map(({ transactionId }) => transactionId)).size).toBe(total);
  });

  test('the statement can be read from any entry in both directions, within any range and limit', async () => {
    const times = [...new Set(entries.map(({ time }) => time)), always.start, always.end];
    const anyRange = fc.tuple(fc.constantFrom(...times), fc.constantFrom(...times)).map((two) => two.sort());
    await fc.assert(
      fc.asyncProperty(
        anyRange,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('next', 'previous'),
        fc.option(fc.nat(total - 1)),
        async ([start, end], limit, direction, index) => {
          const from = index === null ? undefined : (entries[index] as Entry);
          const isNext = direction === 'next';
          const within = entries.filter(({ time }) => (start ?? '') <= time && time <= (end ?? ''));
          const beside = within.filter(({ seq }) => !from || (isNext ? seq < from.seq : seq > from.seq));
          const expected = (isNext ? beside.reverse() : beside).slice(0, limit);

          const range = { start: start ?? '', end: end ?? '', limit, direction };
          const cursor = from && { at: from.time, id: from.seq };
          const listed = await used.stack.deps.statement.list(account, {
            ...range,
            ...(cursor ? { cursor } : {}),
          });

          expect(listed).toEqual(expected);
        },
      ),
      { numRuns: 250 },
    );
  });

  test('a read of the statement can continue after any entry without omissions, as the reconciliation reads it', async () => {
    for (const { time: at, seq: id } of entries) {
      const after = await used.stack.deps.statement.listAfter(account, { at, id }, 5);
      expect(after.length).toBeGreaterThanOrEqual(Math.min(5, total - id));
      expect(numbers(after)).toEqual(upTo(after.length, id + 1));
    }
  });

  test('the statement finds the time of any entry by its number', { tags: 'dear' }, async () => {
    for (const { seq, time } of entries.slice(1))
      expect([seq, await used.stack.deps.statement.timeOf(account, seq, month)]).toEqual([seq, time]);
  });
});

test('finding one number among thousands of entries takes few reads', { tags: 'dear' }, async () => {
  const account = await filled(
    Array.from({ length: 200 }, () => packedMax),
    (index) => index * 3_600 + (index % 7) * 500,
  );
  const { client, units } = countUnits();
  const { statement } = used.stack.with({ client });

  for (const seq of [2, 17, 18, 700, 1_601, 3_000, 3_185]) {
    units.take();
    const at = await statement.timeOf(account, seq, month);
    const { statement: cost } = units.take();
    expect(cost?.calls).toBeLessThanOrEqual(12);
    expect(cost?.reads).toBeLessThanOrEqual(12);
    const [next] = await statement.list(account, { ...newest, limit: 1, cursor: { at, id: seq } });
    expect(next?.seq).toBe(seq - 1);
  }
});

describe('while the two items of a posting become visible one after the other,', () => {
  test.each(['next', 'previous'] as const)(
    'a page in the direction %s is read again until it shows both items',
    async (direction) => {
      const account = await filled([3, 20, 3]);
      const whole = await used.stack.deps.statement.list(account, { ...always, limit: 50, direction });
      const torn = positionOf({ at: instant(1).toISOString(), id: 5 });
      const { client, queries } = missingRow(
        used.stack.config.STATEMENT_TABLE,
        ({ position }) => position === torn,
      );

      const { statement } = used.stack.with({ client, pause: async () => {} });
      const page = await statement.list(account, { ...always, limit: 50, direction });

      expect(page).toEqual(whole);
      expect(numbers(whole).sort((one, other) => one - other)).toEqual(upTo(27));
      expect(queries()).toBeGreaterThan(1);
    },
  );

  test('a page after a cursor inside the first item waits for the second item', async () => {
    const account = await filled([3, 20, 3]);
    const second = positionOf({ at: instant(1).toISOString(), id: 21 });
    const { client } = missingRow(used.stack.config.STATEMENT_TABLE, ({ position }) => position === second);
    const { statement } = used.stack.with({ client, pause: async () => {} });

    const cursor = { at: instant(1).toISOString(), id: 12 };
    const page = await statement.list(account, { ...always, limit: 10, direction: 'previous', cursor });

    expect(numbers(page)).toEqual(upTo(10, 13));
  });
});

describe('a page of the statement', () => {
  /**
   * The maximum numbers of calls and read units for pages of 10, 50 and 100 entries. Each page reads one more entry, to
   * find out whether there is a next page.
   */
  test.each([
    [1, { 10: [2, 2], 50: [2, 4.5], 100: [2, 8.5] }],
    [4, { 10: [1, 1.5], 50: [2, 3], 100: [1, 3.5] }],
    [10, { 10: [1, 2], 50: [1, 3], 100: [1, 5] }],
    [16, { 10: [1, 2], 50: [1, 3.5], 100: [1, 6] }],
  ] as const)(
    'with %d entries per item, a page takes at most two calls and few read units',
    { tags: 'dear' },
    async (size, most) => {
      const account = await filled(Array.from({ length: Math.ceil(320 / size) }, () => size));
      const { client, units } = countUnits();
      const { statement } = used.stack.with({ client });
      for (const [limit, [calls, reads]] of Object.entries(most)) {
        const cursor = { at: instant(0).toISOString(), id: 2 };
        for (const place of [{ ...newest }, { ...always, direction: 'previous', cursor } as const]) {
          units.take();
          const page = await statement.list(account, { ...place, limit: Number(limit) + 1 });
          const { statement: cost } = units.take();
          expect(page).toHaveLength(Number(limit) + 1);
          expect(cost?.calls).toBeLessThanOrEqual(calls);
          expect(cost?.reads).toBeLessThanOrEqual(reads);
        }
      }
    },
  );

  test('a page takes at most three calls, however the sizes of items change', async () => {
    const account = await filled([
      ...Array.from({ length: 90 }, () => 1),
      ...Array.from({ length: 20 }, () => 2),
      ...Array.from({ length: 12 }, () => 16),
    ]);
    const { client, units } = countUnits();
    const { statement } = used.stack.with({ client });
    for (const direction of ['next', 'previous'] as const) {
      for (const limit of [1, 2, 9, 33, 100, 200, 300]) {
        units.take();
        const page = await statement.list(account, { ...always, limit, direction });
        expect(page).toHaveLength(limit);
        expect(units.take().statement?.calls).toBeLessThanOrEqual(3);
      }
    }
  });
});
