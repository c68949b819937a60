import { expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import { entriesMost, flowsOf } from '../../lib/console/flows.ts';

const now = new Date('2026-11-29T12:00:00.000Z');
const entry = (time: string, direction: 'CREDIT' | 'DEBIT', amount: number) => ({
  time,
  direction,
  amountCents: cents(amount),
});

test('entries of several accounts are summed by the day in Brasília, over thirty days', () => {
  const flows = flowsOf(
    [
      [entry('2026-11-29T11:00:00.000Z', 'CREDIT', 500), entry('2026-11-29T02:00:00.000Z', 'DEBIT', 200)],
      [entry('2026-11-28T13:00:00.000Z', 'DEBIT', 50), entry('2026-10-01T13:00:00.000Z', 'DEBIT', 999)],
    ],
    now,
  );
  expect(flows).toHaveLength(30);
  expect(flows.slice(-2)).toEqual([
    { day: '2026-11-28', inCents: 0, outCents: 250 },
    { day: '2026-11-29', inCents: 500, outCents: 0 },
  ]);
});

test('days that were not read completely are left out', () => {
  const full = Array.from({ length: entriesMost }, () => entry('2026-11-27T13:00:00.000Z', 'CREDIT', 1));
  const flows = flowsOf([full, [entry('2026-11-26T13:00:00.000Z', 'CREDIT', 7)]], now);
  expect(flows.map(({ day }) => day)).toEqual(['2026-11-28', '2026-11-29']);
});
