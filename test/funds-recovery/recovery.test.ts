import { describe, expect, test } from 'vitest';
import { cents } from '../../lib/base/money.ts';
import type { Cashout } from '../../lib/cashout/cashout.ts';
import {
  isOver,
  isSettled,
  type Recovery,
  statuses,
  takenChange,
  whyNotRecoverable,
} from '../../lib/funds-recovery/recovery.ts';
import { details, situation } from '../../lib/funds-recovery/schemas.ts';

const account = { branch: '0001', number: '123456784' };
const paidAt = '2026-09-01T12:00:00.000Z';
const paid = {
  id: 1,
  account,
  status: 'SUCCESS',
  request: { amountCents: cents(1_000) },
  sentTo: 'pay',
  endToEndId: 'E31680151202606101530AbCdEf12345',
  endedAt: paidAt,
} as unknown as Cashout;
const paidFor = (seconds: number) => new Date(Date.parse(paidAt) + seconds * 1_000);
const soon = paidFor(60);
const eightyDays = 80 * 86_400;

describe('a payment that can be recovered', () => {
  test('a paid payment can be recovered for 80 days, to the second', () => {
    expect(whyNotRecoverable(paid, soon)).toBeUndefined();
    expect(whyNotRecoverable(paid, paidFor(eightyDays))).toBeUndefined();
    expect(whyNotRecoverable(paid, paidFor(eightyDays + 1))).toBe('recovery_too_late');
  });

  test.each([
    ['NEW', 'recovery_not_paid'],
    ['PROCESSING', 'recovery_not_paid'],
    ['ERROR', 'recovery_not_paid'],
    ['CANCELLED', 'recovery_not_paid'],
    ['REFUNDED', 'recovery_returned'],
  ] as const)('a payment that is %s cannot be recovered: %s', (status, refusal) => {
    expect(whyNotRecoverable({ ...paid, status }, soon)).toBe(refusal);
  });

  test('a payment within this institution cannot be recovered', () => {
    expect(whyNotRecoverable({ ...paid, recipient: { ownAccount: account } }, soon)).toBe('recovery_inside');
    const receipt = { transactionId: 2, code: 3 };
    expect(whyNotRecoverable({ ...paid, receipt }, soon)).toBe('recovery_inside');
  });

  test('a payment that was returned in part can be recovered', () => {
    expect(whyNotRecoverable({ ...paid, returnedCents: cents(999) }, soon)).toBeUndefined();
  });
});

const at = '2026-09-02T12:00:00.000Z';
const id = '3e760cd5-39b2-45da-8ab6-b212cf205568';
const requested = { cashoutId: 1, status: 'REQUESTED', askedAt: at } as Recovery;
const under = { ...requested, status: 'UNDER_WAY', pspId: id, pspStatus: 'CREATED' } as Recovery;

describe('the PSP’s answer about a recovery', () => {
  test.each([
    ['open', 'CREATED', 'UNDER_WAY'],
    ['completed', 'COMPLETED', 'COMPLETED'],
    ['cancelled', 'CANCELLED', 'CANCELLED'],
  ] as const)('a recovery that is %s at the PSP (%s) is %s', (state, status, own) => {
    const change = takenChange(requested, { kind: 'taken', id, status, state }, at);
    expect(change).toMatchObject({ status: own, pspId: id, pspStatus: status });
    expect(change?.endedAt).toBe(state === 'open' ? undefined : at);
  });

  test('the same answer again changes nothing, and another word of the PSP is stored', () => {
    const taken = { kind: 'taken', id, status: 'CREATED', state: 'open' } as const;
    expect(takenChange(under, taken, at)).toBeUndefined();
    expect(takenChange(under, { ...taken, status: 'TRACKED' }, at)).toMatchObject({ pspStatus: 'TRACKED' });
  });

  test('only a recovery that is requested or under way goes on', () => {
    expect(statuses.filter((status) => !isOver({ status }))).toEqual(['REQUESTED', 'UNDER_WAY']);
  });

  test('a request may still arrive for two minutes', () => {
    expect(isSettled(requested, new Date(Date.parse(at) + 119_999))).toBe(false);
    expect(isSettled(requested, new Date(Date.parse(at) + 120_000))).toBe(true);
  });
});

describe('the request of a recovery', () => {
  test.each([
    ['2000 characters', 'x'.repeat(2_000)],
    ['two lines', ' two\r\nlines '],
    ['accents', 'ação'],
  ])('details with %s are accepted', (_, text) => {
    expect(details.safeParse(text).success).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['blanks only', '  \n '],
    ['2001 characters', 'x'.repeat(2_001)],
    ['100,000 characters', 'x'.repeat(100_000)],
    ['a NUL', 'a\u0000b'],
    ['an invisible character', 'a\u200bb'],
    ['half a surrogate pair', '\ud800'],
    ['a number', 5],
  ])('details with %s are refused', (_, text) => {
    expect(details.safeParse(text).success).toBe(false);
  });

  test('line breaks of Windows become line breaks, and surrounding blanks are removed', () => {
    expect(details.parse(' one\r\ntwo \n')).toBe('one\ntwo');
  });

  test.each(['scam', 'FRAUD', '', 1, undefined])('the situation %j is refused', (word) => {
    expect(situation.safeParse(word).success).toBe(false);
  });
});
