import { expect, test } from 'vitest';
import { minuteIn, momentIn } from '../../lib/page/formats.ts';

const now = new Date('2026-11-29T02:00:00.000Z');

test.each([
  ['2026-11-29T01:32:00.000Z', '22:32', '22:32'],
  ['2026-11-28T02:59:59.000Z', 'ontem, 23:59', 'yesterday, 23:59'],
  ['2026-11-25T12:30:00.000Z', '25 nov, 09:30', '25 Nov, 09:30'],
  ['2025-12-31T12:30:00.000Z', '31 dez 2025, 09:30', '31 Dec 2025, 09:30'],
])('a list shows %s as %s in Brasília’s evening of 28 November 2026', (instant, pt, en) => {
  const shown = [momentIn('pt', instant, now), momentIn('en', instant, now)];
  expect(shown.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([pt, en]);
  expect(shown.join()).not.toContain(' ');
});

test('a fact shows the day and the minute', () => {
  expect(minuteIn('pt', '2026-11-28T07:15:06.000Z')).toBe('28/11/2026 às 04:15');
  expect(minuteIn('en', '2026-11-28T07:15:06.000Z')).toBe('28 Nov 2026, 04:15');
});
