import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { leaseSeconds, nextDueAt, takeInTurn } from '../../lib/platform/open-work.ts';
import { root } from '../../local/service.ts';

const now = new Date('2027-03-01T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

describe('the due time of a row in the index of open work', () => {
  test.each([
    ['is created at its grace time when there is none', undefined, 60],
    ['is kept where it is due within its grace time', 59, 59],
    ['is kept at exactly three quarters of it', 45, 45],
    ['is delayed when it is due sooner', 44.999, 60],
    ['is delayed when it is overdue', -1, 60],
    ['is kept at exactly its grace time', 60, 60],
    ['is advanced when it is due later', 60.001, 60],
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

describe('accounts are selected in turn:', () => {
  const take = (items: string[], most: number, start = 0) =>
    takeInTurn(items, (item) => item.charAt(0), most, start).join(' ');

  test.each([
    ['nothing of nothing', [], 3, ''],
    ['all within the limit', ['a1', 'a2', 'b1'], 9, 'a1 b1 a2'],
    ['one of each owner before a second of any', ['a1', 'a2', 'a3', 'b1', 'c1'], 4, 'a1 b1 c1 a2'],
    ['as many as the limit, in the middle of a round', ['a1', 'b1', 'c1'], 2, 'a1 b1'],
    ['the rest of the owner with more than the others', ['a1', 'a2', 'a3', 'b1'], 4, 'a1 b1 a2 a3'],
    ['none under a limit of zero', ['a1', 'b1'], 0, ''],
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
