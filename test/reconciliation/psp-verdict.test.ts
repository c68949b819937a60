import { expect, test } from 'vitest';
import {
  agrees,
  difference,
  isOfOnePosting,
  onItsWay,
  withGrace,
} from '../../lib/reconciliation/psp-verdict.ts';

test('a movement that is in progress becomes a difference after its grace period', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const after = (seconds: number) => new Date(Date.parse(at) + seconds * 1_000);
  const way = onItsWay('not credited');

  expect(withGrace(way, at, after(3_600), 3_600)).toBe(way);
  expect(withGrace(way, at, after(3_601), 3_600)).toEqual(difference('not credited'));
  expect(withGrace(agrees, at, after(9_999), 3_600)).toBe(agrees);
});

test('an entry belongs to a posting that was recorded within an hour of the entry', () => {
  expect(isOfOnePosting('2026-11-20T12:00:00.000Z', '2026-11-20T12:59:59.000Z')).toBe(true);
  expect(isOfOnePosting('2026-11-20T12:00:00.000Z', '2026-11-20T13:00:01.000Z')).toBe(false);
  expect(isOfOnePosting(undefined, '2026-11-20T12:00:00.000Z')).toBe(false);
});
