import { describe, expect, test } from 'vitest';
import { parseInstant, toLocalTime } from '../../lib/time.ts';

describe('an instant', () => {
  test.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00:00.123456', '2026-11-21T13:00:00.123Z'],
    ['2026-11-21T10:00:00-03:00', '2026-11-21T13:00:00.000Z'],
    ['2026-11-21T10:00:00+05:30', '2026-11-21T04:30:00.000Z'],
    ['2026-11-21', '2026-11-21T03:00:00.000Z'],
    ['2024-02-29', '2024-02-29T03:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseInstant(text)).toBe(expected);
  });

  test('a date alone is the whole day', () => {
    expect(parseInstant('2026-11-21', 'last')).toBe('2026-11-22T02:59:59.999Z');
  });

  test.each([
    'yesterday',
    '',
    '2024-02-30T00:00:00',
    '2023-02-29',
    '2024-13-01',
    '2024-01-01T24:00:00',
    '2024-01-01T10:60:00',
    '0000-01-01',
    '275760-09-13T00:00:00Z',
    '2026-11-21T10:00:00 03:00',
    '2026-11-21 10:00:00',
    '1763719200000',
    '20261121',
  ])('%j is refused', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  test('is shown as São Paulo time without a zone', () => {
    expect(toLocalTime('2026-11-21T02:30:00.123Z')).toBe('2026-11-20T23:30:00.123');
  });
});
