import { describe, expect, test } from 'vitest';
import type { Cents } from '../../lib/base/money.ts';
import { contestDeadline, nextDuty } from '../../lib/med-case/deadlines.ts';
import type { MedCase, MedReport, MedReturn } from '../../lib/med-case/med-case.ts';
import { parseContestDays } from '../../lib/platform/contest-days.ts';

const contestDays = parseContestDays('30,2026-09-01=80') ?? [];
const now = new Date('2026-11-22T12:00:00.000Z');

const given = (report: Partial<MedReport>, returns?: MedReturn[]): MedCase => ({
  id: 'report-1',
  companyId: 'company-1',
  account: { branch: '0001', number: '1234567' },
  status: 'WAITING',
  report: {
    id: 'report-1',
    reason: 'RETURN_REQUEST',
    status: 'OPEN',
    createdAt: '2026-11-20T12:00:00.000Z',
    modifiedAt: '2026-11-21T12:00:00.000Z',
    amountCents: 10_000 as Cents,
    ...report,
  },
  payment: {
    endToEndId: 'E1',
    transactionId: 1,
    amountCents: 10_000 as Cents,
    at: '2026-11-19T12:00:00.000Z',
  },
  ...(returns ? { returns } : {}),
  recordedAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
});

const returned = (change: Partial<MedReturn> = {}): MedReturn => ({
  returnId: 'D1',
  amountCents: 4_000 as Cents,
  nature: 'MED_FRAUDE',
  at: '2026-11-21T15:00:00.000Z',
  ...change,
});

const agreed = { status: 'CLOSED', analysisResult: 'AGREED' } as const;
const requestedAt = '2026-11-22T09:00:00.000Z';

describe('the next duty of a MED case', () => {
  test.each<[string, MedCase, string | null, string | null]>([
    ['for an open report is its analysis', given({}), 'ANALYSE', '2026-11-27T12:00:00.000Z'],
    [
      'for an acknowledged report is its analysis',
      given({ status: 'ACKNOWLEDGED' }),
      'ANALYSE',
      '2026-11-27T12:00:00.000Z',
    ],
    [
      'for a report in defence is its analysis',
      given({ status: 'ACKNOWLEDGED', analysisResult: 'PENDING' }),
      'ANALYSE',
      '2026-11-27T12:00:00.000Z',
    ],
    [
      'has the PSP’s due time, if that is earlier',
      given({ analysisDueAt: '2026-11-25T12:00:00.000Z' }),
      'ANALYSE',
      '2026-11-25T12:00:00.000Z',
    ],
    [
      'is never due later than by the rule',
      given({ analysisDueAt: '2026-11-30T12:00:00.000Z' }),
      'ANALYSE',
      '2026-11-27T12:00:00.000Z',
    ],
    [
      'is never due before the report was made',
      given({ analysisDueAt: '2026-11-20T12:00:00.000Z' }),
      'ANALYSE',
      '2026-11-27T12:00:00.000Z',
    ],
    ['for a withdrawn report is none', given({ status: 'CANCELLED' }), null, null],
    [
      'for a report that was disagreed with is none',
      given({ status: 'CLOSED', analysisResult: 'DISAGREED' }),
      null,
      null,
    ],
    [
      'for a report that was agreed with is the request, from the end of the analysis',
      given({ ...agreed, analysedAt: '2026-11-21T08:00:00.000Z' }),
      'REQUEST_REFUND',
      '2026-11-24T08:00:00.000Z',
    ],
    [
      'is due from the last change where the end of the analysis is unknown',
      given(agreed),
      'REQUEST_REFUND',
      '2026-11-24T12:00:00.000Z',
    ],
    [
      'for an open request is to send the money',
      given({ ...agreed, refund: { status: 'OPEN', requestedAt } }),
      'EXECUTE_REFUND',
      '2026-11-22T15:00:00.000Z',
    ],
    [
      'has no deadline where the time of the request is unknown',
      given({ ...agreed, refund: { status: 'OPEN' } }),
      'EXECUTE_REFUND',
      null,
    ],
    [
      'for a closed request is none, until its return is received',
      given({ ...agreed, refund: { status: 'CLOSED', requestedAt } }),
      null,
      null,
    ],
    [
      'for a withdrawn request is none',
      given({ ...agreed, refund: { status: 'CANCELLED', requestedAt } }),
      null,
      null,
    ],
    [
      'for a request with an unknown status is to send the money, since it may be open',
      given({ ...agreed, refund: { status: 'SOMETHING_NEW', requestedAt } }),
      'EXECUTE_REFUND',
      '2026-11-22T15:00:00.000Z',
    ],
    [
      'for a request with only an id is still the request',
      given({ ...agreed, refund: { id: 'refund-1' } }),
      'REQUEST_REFUND',
      '2026-11-24T12:00:00.000Z',
    ],
    [
      'after a return is to contest it, whatever else is open',
      given({ ...agreed, refund: { status: 'OPEN', requestedAt } }, [returned()]),
      'CONTEST',
      '2027-02-09T15:00:00.000Z',
    ],
    [
      'after a return is to contest it, although the report is still open',
      given({}, [returned()]),
      'CONTEST',
      '2027-02-09T15:00:00.000Z',
    ],
    [
      'is the open window that ends first',
      given({}, [
        returned({ returnId: 'D3', at: '2026-11-10T15:00:00.000Z' }),
        returned({ returnId: 'D1', at: '2026-07-01T15:00:00.000Z' }),
        returned({ returnId: 'D2', at: '2026-11-09T15:00:00.000Z' }),
      ]),
      'CONTEST',
      '2027-01-28T15:00:00.000Z',
    ],
    [
      'is none once every window has ended',
      given({}, [returned({ at: '2026-07-01T15:00:00.000Z' })]),
      null,
      null,
    ],
    [
      'for an operational flaw is not to contest the return',
      given({}, [returned({ nature: 'MED_OPERACIONAL' })]),
      'ANALYSE',
      '2026-11-27T12:00:00.000Z',
    ],
    [
      'after a full return is no request',
      given(agreed, [returned({ nature: 'ORIGINAL', amountCents: 10_000 as Cents })]),
      null,
      null,
    ],
    [
      'after a partial return is a request for the rest',
      given(agreed, [returned({ nature: 'ORIGINAL', amountCents: 9_999 as Cents })]),
      'REQUEST_REFUND',
      '2026-11-24T12:00:00.000Z',
    ],
  ])('%s', (_, medCase, duty, deadline) => {
    expect(nextDuty(medCase, { now, contestDays })).toEqual({ duty, deadline });
  });
});

describe('the days to contest a return', () => {
  test.each([
    ['the last second of August in Brasília', '2026-09-01T02:59:59.000Z', '2026-10-01T02:59:59.000Z'],
    ['the last millisecond', '2026-09-01T02:59:59.999Z', '2026-10-01T02:59:59.999Z'],
    ['midnight', '2026-09-01T03:00:00.000Z', '2026-11-20T03:00:00.000Z'],
    ['a second after midnight', '2026-09-01T03:00:01.000Z', '2026-11-20T03:00:01.000Z'],
    ['midnight of another zone', '2026-09-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z'],
  ])('the days to contest are those that are valid at the time of the return: %s', (_, at, deadline) => {
    expect(contestDeadline(returned({ at }), contestDays)).toBe(deadline);
  });

  test.each([
    ['MED_FRAUDE', true],
    ['MED_PIX_AUTOMATICO', true],
    ['MED_OPERACIONAL', false],
    ['ORIGINAL', false],
    ['RETIRADA', false],
    ['SOMETHING_NEW', false],
    [undefined, false],
  ])('a return of the nature %s has days to contest it: %s', (nature, isGiven) => {
    expect(contestDeadline(returned({ nature }), contestDays) !== null).toBe(isGiven);
  });

  test('the time to contest ends exactly at the given instant', () => {
    const medCase = given({}, [returned({ at: '2026-09-03T12:00:00.000Z' })]);
    const at = (time: string) => nextDuty(medCase, { now: new Date(time), contestDays }).duty;

    expect(at('2026-11-22T12:00:00.000Z')).toBe('CONTEST');
    expect(at('2026-11-22T12:00:00.001Z')).toBeNull();
  });
});
