import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { leaseSeconds, nextDueAt, takeInTurn } from '../../lib/platform/open-work.ts';
import { root } from '../../local/service.ts';

const now = new Date('2027-03-01T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

describe('the due time of a row in the index of open work', () => {
  test.each([
    ['the due time is set to the grace time if the row has none', undefined, 60],
    ['a due time within the grace time is kept', 59, 59],
    ['a due time at exactly three quarters of the grace time is kept', 45, 45],
    ['a due time sooner than that is delayed to the grace time', 44.999, 60],
    ['an overdue due time is delayed to the grace time', -1, 60],
    ['a due time at exactly the grace time is kept', 60, 60],
    ['a due time later than the grace time is moved forward to the grace time', 60.001, 60],
  ])('%s', (_, dueIn, expected) => {
    const dueAt = dueIn === undefined ? undefined : inSeconds(dueIn);
    expect(nextDueAt(dueAt, now, 60)).toBe(inSeconds(expected));
  });

  test('the due time is never before the end of a worker’s lease', () => {
    for (const dueIn of [-10, 0, 30, 45, 50, 60, 90]) {
      expect(nextDueAt(inSeconds(dueIn), now, 60) >= inSeconds(leaseSeconds(60))).toBe(true);
    }
  });
});

test.each(['default', 'staging', 'production'])('a lease outlasts its worker in stage %s', (stage) => {
  const file = readFileSync(join(root, `infra/stages/${stage}.yml`), 'utf8');
  const [, grace = '60'] = /^resumeAfterSeconds: (\d+)/m.exec(file) ?? [];
  expect(leaseSeconds(Number(grace))).toBeGreaterThan(
    inject('service').functions.completeTransfer?.timeout ?? 0,
  );
});

describe('the fair selection of due items', () => {
  const take = (items: string[], most: number, start = 0) =>
    takeInTurn(items, (item) => item.charAt(0), most, start).join(' ');

  test.each([
    ['no item is selected if none is due', [], 3, ''],
    ['all items are selected if they are within the limit', ['a1', 'a2', 'b1'], 9, 'a1 b1 a2'],
    [
      'one item of each account is selected before a second item of any account',
      ['a1', 'a2', 'a3', 'b1', 'c1'],
      4,
      'a1 b1 c1 a2',
    ],
    ['the selection stops at the limit, even in the middle of a round', ['a1', 'b1', 'c1'], 2, 'a1 b1'],
    [
      'the remaining items of an account with more items than others are selected last',
      ['a1', 'a2', 'a3', 'b1'],
      4,
      'a1 b1 a2 a3',
    ],
    ['no item is selected under a limit of zero', ['a1', 'b1'], 0, ''],
  ])('%s', (_, items, most, taken) => {
    expect(take(items, most)).toBe(taken);
  });

  test('the selection starts with a different account in each run', () => {
    const items = ['a1', 'a2', 'b1', 'c1'];

    expect([0, 0.34, 0.67, 0.999].map((start) => take(items, 2, start))).toEqual([
      'a1 b1',
      'b1 c1',
      'c1 a1',
      'c1 a1',
    ]);
  });
});
