import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import {
  chargebackIdOf,
  differingChargebackFields,
  pollWait,
  refundReference,
} from '../../lib/chargeback/chargeback.ts';

describe('the reference that a refund has at the network', () => {
  test('the reference is the chargeback id, followed by the attempt number from the second attempt on', () => {
    expect(refundReference({ id: 7, ask: 0 })).toBe('7');
    expect(refundReference({ id: 7, ask: 1 })).toBe('7R1');
    expect(refundReference({ id: 7, ask: 12 })).toBe('7R12');
  });

  test('the reference of every attempt identifies its chargeback', () => {
    const ids = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(ids, fc.nat(999_999), (id, ask) => {
        expect(chargebackIdOf(refundReference({ id, ask }))).toBe(id);
      }),
    );
  });

  test.each([
    '',
    '0',
    '07',
    '-7',
    '7.5',
    ' 7',
    '7 ',
    'x7',
    '7x',
    '7R',
    '7r1',
    'R1',
    '7R1234567',
    '7R1R1',
    '9007199254740992',
    '12345678901234567',
    'D12345678202703011530abcdefghijk',
  ])('the reference "%s" identifies no chargeback of this service', (reference) => {
    expect(chargebackIdOf(reference)).toBeUndefined();
  });
});

test('the delay between look-ups of a refund doubles from the first look-up on, up to five minutes', () => {
  const polls = [0, 1, 2, 3, 4, 5, 6, 10, 11, 5_000];

  expect(polls.map((count) => pollWait(5, count))).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300, 300]);
  expect(polls.map((count) => pollWait(0.1, count)).slice(-3)).toEqual([102.4, 102.4, 102.4]);
  expect(polls.map((count) => pollWait(400, count))).toEqual(polls.map(() => 400));
});

test('differences between two requests under the same key are reported under the contract’s field names', () => {
  const stored = { qrCodeId: 7, amountCents: cents(100), information: 'a' };

  expect(differingChargebackFields(stored, { ...stored })).toEqual([]);
  expect(
    differingChargebackFields(stored, { qrCodeId: 8, amountCents: cents(101), information: 'b' }),
  ).toEqual(['qr_code_id', 'amount', 'information']);
});
