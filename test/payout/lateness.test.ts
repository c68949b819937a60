import { describe, expect, test } from 'vitest';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import { watchedSeconds } from '../../lib/payout/lateness.ts';

const at = (time: string) => new Date(`2026-11-20T${time}.000Z`);
const paid = (approvedAt: string, acceptedAt?: string) =>
  ({
    createdAt: `2026-11-20T${approvedAt}.000Z`,
    approvedAt: `2026-11-20T${approvedAt}.000Z`,
    ...(acceptedAt ? { acceptedAt: `2026-11-20T${acceptedAt}.000Z` } : {}),
  }) as Cashout;

describe('the age that alarms watch', () => {
  test('a payment that the PSP has not confirmed to have is watched from its approval', () => {
    expect(watchedSeconds(paid('15:00:00'), at('15:20:00'))).toBe(1_200);
  });

  test.each([
    ['15:29:00', 0],
    ['15:31:00', 1_860],
  ])('by day, a payment that the PSP has may be held for half an hour: at %s %d', (time, seconds) => {
    expect(watchedSeconds(paid('15:00:00', '15:00:30'), at(time))).toBe(seconds);
  });

  test.each([
    // 05:00 UTC is 02:00 in São Paulo.
    ['05:59:00', 0],
    ['06:01:00', 3_660],
  ])('by night, a payment that the PSP has may be held for an hour: at %s %d', (time, seconds) => {
    expect(watchedSeconds(paid('05:00:00', '05:00:30'), at(time))).toBe(seconds);
  });
});
