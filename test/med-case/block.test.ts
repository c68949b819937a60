import { describe, expect, test } from 'vitest';
import { blockedUntil, wantedBlock } from '../../lib/med-case/block.ts';
import type { MedReport } from '../../lib/med-case/med-case.ts';
import { reported } from '../support/med-cases.ts';

const now = new Date('2026-11-22T00:00:00.000Z');
const caseOf = (report: object = {}) => ({ report: reported('E1', report).report as MedReport });
const returned = (amountCents: number) => ({ amountCents: amountCents as never });
const closed = (analysisResult: string, more: object = {}) =>
  caseOf({ status: 'CLOSED', analysisResult, modifiedAt: '2026-11-21T12:00:00.000Z', ...more });

describe('a case blocks money', () => {
  test.each<[string, ReturnType<typeof caseOf>, string | undefined]>([
    ['open: until four days after the deadline of the analysis', caseOf(), '2026-12-01T12:00:00.000Z'],
    [
      'in analysis: until then too',
      caseOf({ status: 'ACKNOWLEDGED', analysisResult: 'PENDING' }),
      '2026-12-01T12:00:00.000Z',
    ],
    ['accepted: until four days after the decision', closed('AGREED'), '2026-11-25T12:00:00.000Z'],
    [
      'accepted, with a time of the decision: until four days after it',
      closed('AGREED', { analysedAt: '2026-11-21T10:00:00.000Z' }),
      '2026-11-25T10:00:00.000Z',
    ],
    [
      'accepted, and its refund is over: no longer',
      closed('AGREED', { refund: { status: 'CLOSED' } }),
      undefined,
    ],
    ['rejected: no longer', closed('DISAGREED'), undefined],
    ['cancelled: no longer', caseOf({ status: 'CANCELLED' }), undefined],
  ])('%s', (_, medCase, until) => {
    expect(blockedUntil(medCase)).toBe(until);
  });
});

describe('the wanted block of a payment', () => {
  test.each<[string, Parameters<typeof wantedBlock>, number]>([
    ['is the reported amount', [[caseOf({ amountCents: 4_000 })], [], 10_000, now], 4_000],
    ['is never more than the payment', [[caseOf({ amountCents: 40_000 })], [], 10_000, now], 10_000],
    [
      'is the highest amount of two reports, not their sum',
      [[caseOf({ amountCents: 4_000 }), caseOf({ amountCents: 6_000 })], [], 10_000, now],
      6_000,
    ],
    ['is less after a return', [[caseOf()], [returned(3_000)], 10_000, now], 7_000],
    ['is nothing after the whole was returned', [[caseOf()], [returned(10_000)], 10_000, now], 0],
    ['is nothing for a report that was decided for the account', [[closed('DISAGREED')], [], 10_000, now], 0],
    ['stays for another report', [[closed('DISAGREED'), caseOf({ amountCents: 1 })], [], 10_000, now], 1],
    [
      'is nothing after the last day, to the millisecond',
      [[caseOf()], [], 10_000, new Date('2026-12-01T12:00:00.000Z')],
      0,
    ],
  ])('%s', (_, asked, cents) => {
    expect(wantedBlock(...asked).cents).toBe(cents);
  });
});
