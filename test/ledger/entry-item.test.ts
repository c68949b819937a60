import { expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import type { Entry } from '../../lib/ledger/entry.ts';
import {
  type EntryItem,
  entriesOf,
  entryItems,
  firstAfter,
  lastBefore,
  positionOf,
} from '../../lib/ledger/entry-item.ts';

const account = { branch: '0001', number: '1234567' };
const at = '2027-03-01T12:00:00.000Z';
const posted = (from: number, count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'PIX_CASHIN',
    direction: 'CREDIT',
    amountCents: cents(1),
    seq: from + index,
    time: at,
    balanceCents: cents(from + index),
  }));

test.each([
  [1, [1]],
  [10, [10]],
  [16, [16]],
  [17, [16, 1]],
  [20, [16, 4]],
  [48, [16, 16, 16]],
])(
  '%d entries of a posting are stored in items of %j entries, each under the position of its first entry',
  (count, counts) => {
    const entries = posted(95, count);

    const items = entryItems(account, entries, '2027-03-01#07');

    expect(items.map(({ entries: _, ...item }) => item)).toEqual(
      counts.map((own, index) => ({
        account: '0001#1234567',
        position: `${at}#${String(95 + 16 * index).padStart(16, '0')}`,
        form: 1,
        count: own,
        border: '2027-03-01#07',
      })),
    );
    expect(items.flatMap(entriesOf)).toEqual(
      entries.map((entry) => ({ position: positionOf({ at, id: entry.seq }), entry })),
    );
  },
);

test('an item that is not in the index has no index key', () => {
  expect(entryItems(account, posted(1, 2)).map((item) => 'border' in item)).toEqual([false]);
});

test('the positions of entries follow from the position of their item, whatever the entries contain', () => {
  const [item] = entryItems(account, posted(1, 2)) as [EntryItem];
  const elsewhere = { ...item, position: positionOf({ at: '2999-01-01T00:00:00.000Z', id: 7 }) };
  expect(entriesOf(elsewhere).map(({ position, entry }) => [position, entry.seq])).toEqual([
    ['2999-01-01T00:00:00.000Z#0000000000000007', 1],
    ['2999-01-01T00:00:00.000Z#0000000000000008', 2],
  ]);
});

test('an item in an unknown storage format is refused', () => {
  const [item] = entryItems(account, posted(1, 2)) as [EntryItem];
  for (const form of [2, '1', undefined])
    expect(() => entriesOf({ ...item, form } as never)).toThrow('has a known form');
});

test('the position of an entry has all digits of its sequence number, which is never below zero', () => {
  expect(positionOf({ at, id: Number.MAX_SAFE_INTEGER })).toBe(`${at}#9007199254740991`);
  expect(lastBefore({ at, id: 0 })).toBe(`${at}#0000000000000000`);
  expect(firstAfter({ at, id: 3 })).toBe(`${at}#0000000000000000`);
});

test.each(Array.from({ length: 16 }, (_, index) => index + 1))(
  'a read before or after a cursor includes each item (of %d entries) with at least one entry on that side',
  (count) => {
    const cursor = 50;
    for (let first = 20; first <= 60; first++) {
      const position = positionOf({ at, id: first });
      const last = first + count - 1;
      if (first < cursor) expect(position <= lastBefore({ at, id: cursor })).toBe(true);
      else expect(position <= lastBefore({ at, id: cursor })).toBe(false);
      if (last > cursor) expect(position >= firstAfter({ at, id: cursor })).toBe(true);
    }
  },
);
