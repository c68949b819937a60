import { expect, test } from 'vitest';
import { cashoutIdIn, endToEndIdOf, formatEndToEndId, isSendable } from '../../lib/network/end-to-end-id.ts';

const minted = formatEndToEndId('00038166', new Date('2026-11-21T23:59:31.500Z'), 'abcDEF01234');

test('an end-to-end id has our ISPB and the UTC minute', () => {
  expect(minted).toBe('E00038166202611212359abcDEF01234');
  expect(minted).toHaveLength(32);
});

test.each([
  ['2026-11-21T23:59:31Z', true],
  ['2026-11-22T11:29:00Z', true],
  ['2026-11-22T11:29:01Z', false],
  ['2026-11-25T00:00:00Z', false],
])('an end-to-end id of 23:59 on 2026-11-21 may still be sent at %s: %s', (now, expected) => {
  expect(isSendable(minted, new Date(now))).toBe(expected);
});

test.each([1, 8_125_094_371_265, Number.MAX_SAFE_INTEGER])(
  'an end-to-end id contains the id %i of its cashout',
  (id) => {
    const own = endToEndIdOf(id, '00038166', new Date('2026-11-21T23:59:31.500Z'));

    expect(own).toMatch(/^E00038166202611212359[0-9A-Z]{11}$/);
    expect(cashoutIdIn(own)).toBe(id);
  },
);

test.each([minted, 'E00038166202611212359ZZZZZZZZZZZ', 'E0003816620261121235900000000000', 'E1'])(
  'the end-to-end id %s contains no cashout id',
  (other) => {
    expect(cashoutIdIn(other)).toBeUndefined();
  },
);
