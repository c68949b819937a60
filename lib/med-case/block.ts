// Decides how much of a reported payment is blocked, and until when. Only accounts with the rule `reported_money:
// blocked` get new blocks. A block moves money from available to held, and ends by the decision about the report, by a
// return, or by its last day.

import { addSeconds } from '../base/time.ts';
import { analysisDeadline, requestHours } from './deadlines.ts';
import { type MedCase, type MedReturn, medStatus } from './med-case.ts';

/**
 * Seconds for the refund after the analysis: until its request, and then 24 hours until the money is sent. These 24
 * hours are the longest that a PSP documents (docs/med.md).
 */
const refundSeconds = (requestHours + 24) * 3_600;

type Reported = Pick<MedCase, 'report'>;

/** Returns until when a case blocks money (ISO, UTC); undefined if it was decided in favour of the account. */
export function blockedUntil(medCase: Reported): string | undefined {
  const { report } = medCase;
  const status = medStatus(report);
  if (status === 'WAITING' || status === 'IN_ANALYSIS')
    return addSeconds(new Date(analysisDeadline(medCase)), refundSeconds);
  const refund = report.refund?.status;
  if (status !== 'ACCEPTED' || refund === 'CLOSED' || refund === 'CANCELLED') return undefined;
  return addSeconds(new Date(report.analysedAt ?? report.modifiedAt), refundSeconds);
}

/**
 * Returns what the cases of one payment want blocked now: the highest reported amount that was not returned yet, never
 * more than the payment.
 * @param paymentCents the amount of the payment
 */
export function wantedBlock(
  cases: readonly Reported[],
  returns: readonly Pick<MedReturn, 'amountCents'>[],
  paymentCents: number,
  now: Date,
): { cents: number; until: string } {
  const open = cases.flatMap(({ report }) => {
    const until = blockedUntil({ report });
    return until !== undefined && until > now.toISOString() ? [{ cents: report.amountCents, until }] : [];
  });
  const reported = Math.max(0, ...open.map(({ cents }) => cents));
  const returned = returns.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const cents = Math.max(0, Math.min(reported, paymentCents) - returned);
  const until =
    open
      .map((one) => one.until)
      .sort()
      .at(-1) ?? now.toISOString();
  return { cents, until };
}
