import { describe, expect, test } from 'vitest';
import { type Count, hasCapacity, isDue, noCount } from '../../lib/cashout/open-capacity.ts';

const at = Date.parse('2027-03-01T12:00:00.000Z');
const known = (change: Partial<Count> = {}): Count => ({ atMs: at, open: 0, passed: 0, ...change });

describe('a cached count of an account’s open transfers', () => {
  test.each([
    ['nothing', 0, true],
    ['one below the limit', 9_999, true],
    ['the limit', 10_000, false],
    ['more than the limit', 10_001, false],
  ])('a count of %s decides whether a further transfer is allowed', (_, open, expected) => {
    expect(hasCapacity(known({ open }), 10_000)).toBe(expected);
  });

  // The limit is 10,000. An account may always add ten transfers, and within ten seconds a hundredth of the free
  // capacity.
  test.each([
    ['for a hundredth of the free capacity', { passed: 99 }, 9_999, false],
    ['for a hundredth of the free capacity, and no more', { passed: 100 }, 0, true],
    ['after ten seconds for ten transfers', { passed: 9 }, 10_000, false],
    ['after ten seconds for ten transfers, and no more', { passed: 10 }, 10_000, true],
    ['near the limit for ten transfers', { open: 9_900, passed: 9 }, 0, false],
    ['near the limit for ten transfers, and no more', { open: 9_900, passed: 10 }, 0, true],
    ['for the remaining capacity, if that is less', { open: 9_998, passed: 1 }, 0, false],
    ['for the remaining capacity, and no more', { open: 9_998, passed: 2 }, 0, true],
    ['for five seconds without free capacity', { open: 10_000 }, 4_999, false],
    ['for five seconds without free capacity, and no longer', { open: 10_000 }, 5_000, true],
  ])('a count stays valid %s', (_, change, laterMs, expected) => {
    expect(isDue(known(change), at + laterMs, 10_000)).toBe(expected);
  });

  test('under a limit of ten thousand, the count is first read after ten transfers', () => {
    expect(isDue({ ...noCount, passed: 9 }, at, 10_000)).toBe(false);
    expect(isDue({ ...noCount, passed: 10 }, at, 10_000)).toBe(true);
  });

  test.each([1, 3, 99])('under a limit of %d, the count is read for each transfer', (most) => {
    expect(isDue(noCount, at, most)).toBe(true);
    expect(isDue(known({ passed: 1 }), at, most)).toBe(true);
  });
});
