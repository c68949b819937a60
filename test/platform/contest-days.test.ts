import { describe, expect, test } from 'vitest';
import { parseContestDays } from '../../lib/platform/contest-days.ts';

describe('the days to contest a return', () => {
  test.each([
    ['80', [{ from: '', days: 80 }]],
    [
      '30,2026-09-01=80,2027-01-01=90',
      [
        { from: '', days: 30 },
        { from: '2026-09-01T03:00:00.000Z', days: 80 },
        { from: '2027-01-01T03:00:00.000Z', days: 90 },
      ],
    ],
    ['', undefined],
    ['0', undefined],
    ['366', undefined],
    ['30,', undefined],
    ['30,80', undefined],
    ['2026-09-01=80', undefined],
    ['30,2026-02-30=80', undefined],
    ['30,2026-09-01=80,2026-09-01=90', undefined],
    ['30,2026-09-01=80,2026-08-01=90', undefined],
    ['30, 2026-09-01=80', undefined],
    ['30,2026-09-01=8.5', undefined],
  ])('the setting for the days to contest is accepted or refused: %j', (text, periods) => {
    expect(parseContestDays(text)).toEqual(periods);
  });
});
