import { expect, test } from 'vitest';
import { startTime } from '../../lib/base/field-schemas.ts';

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026-12-01T15:30:00-03:00', '2026-12-01T18:30:00.000Z'],
  ['2026-12-01T15:30:00-0300', '2026-12-01T18:30:00.000Z'],
  ['2026-12-01T18:30:00Z', '2026-12-01T18:30:00.000Z'],
])('the start time %s is read as %s', (text, start) => {
  expect(startTime.parse(text)).toBe(start);
});

test.each([
  '2026-12-01T15:30:00',
  '2026-12-01T15:30:00-03',
  '2026-12-01T15:30:00-300',
  '2026-12-01T15:30-0300',
])('the start time %s is refused', (text) => {
  expect(startTime.safeParse(text).success).toBe(false);
});
