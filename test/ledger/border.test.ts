import { expect, test } from 'vitest';
import { borderOf, bordersOf, staysInside } from '../../lib/ledger/border.ts';

test.each<[string, [string, number][], boolean]>([
  ['a payout', [['a', -10]], false],
  [
    'several payouts of one account',
    [
      ['a', -10],
      ['a', -5],
    ],
    false,
  ],
  [
    'a payment between two accounts of ours',
    [
      ['a', -10],
      ['b', 10],
    ],
    true,
  ],
  [
    'a payment received together with its return',
    [
      ['a', 10],
      ['a', -10],
    ],
    false,
  ],
  [
    'two accounts that pay at once',
    [
      ['a', -10],
      ['b', -10],
    ],
    false,
  ],
])('whether %s counts as internal depends only on the posting’s legs', (_, legs, expected) => {
  expect(staysInside(legs.map(([account, cents]) => ({ account, cents })))).toBe(expected);
});

test('the index of a day’s entries in São Paulo time has sixteen partitions, and each account has one of them', () => {
  const account = { branch: '0001', number: '423335006' };

  expect(borderOf(account, '2026-11-22T02:59:59.999Z')).toBe('2026-11-21#14');
  expect(borderOf(account, '2026-11-22T03:00:00.000Z')).toBe('2026-11-22#14');
  expect(bordersOf('2026-11-21')).toHaveLength(16);
  expect(bordersOf('2026-11-21')).toContain('2026-11-21#14');
});
