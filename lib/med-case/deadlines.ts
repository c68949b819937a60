// Decides what must be done next about a MED case, and by when. The periods and their sources are in docs/med.md.

import { addSeconds } from '../base/time.ts';
import type { ContestDays } from '../platform/contest-days.ts';
import { type MedCase, type MedReturn, medStatus } from './med-case.ts';

/**
 * The duty that comes next. ANALYSE: the payee's institution accepts or rejects the report. REQUEST_REFUND: the payer's
 * institution requests the money. EXECUTE_REFUND: the payee's institution sends the money. CONTEST: the account's
 * holder may contest the return.
 */
export type MedDuty = 'ANALYSE' | 'REQUEST_REFUND' | 'EXECUTE_REFUND' | 'CONTEST';

/** The values on which a deadline depends, in addition to the case. */
export type MedClock = { now: Date; contestDays: ContestDays };

const hour = 3_600;
const analysisDays = 7;
export const requestHours = 72;
const executionHours = 6;

/** The natures of returns that the holder may contest. A return because of an operational error cannot be contested. */
const contestable: readonly (string | undefined)[] = ['MED_FRAUDE', 'MED_PIX_AUTOMATICO'];

const later = (at: string, seconds: number) => addSeconds(new Date(at), seconds);

/** Returns the deadline of the analysis: seven days after the report. */
export const analysisDeadline = ({ report }: Pick<MedCase, 'report'>): string =>
  later(report.createdAt, analysisDays * 24 * hour);

/**
 * Returns the last instant at which a return can be contested, by the period in force when the return was made. Returns
 * null if it cannot be contested.
 */
export function contestDeadline({ nature, at }: MedReturn, periods: ContestDays): string | null {
  const period = contestable.includes(nature) ? periods.findLast(({ from }) => from <= at) : undefined;
  return period ? later(at, period.days * 24 * hour) : null;
}

type Next = { duty: MedDuty | null; deadline: string | null };
const nothing: Next = { duty: null, deadline: null };

/**
 * Returns the next duty. If its deadline has passed, the duty is late. Only the right to contest ends with its
 * deadline. The deadline is null if the PSP does not report when the period began.
 */
export function nextDuty(medCase: MedCase, { now, contestDays }: MedClock): Next {
  const { report, returns = [] } = medCase;
  const windows = returns.flatMap((one) => contestDeadline(one, contestDays) ?? []).sort();
  // After money has been returned, the earlier duties no longer exist.
  if (windows.length > 0) {
    const deadline = windows.find((end) => end >= now.toISOString());
    return deadline === undefined ? nothing : { duty: 'CONTEST', deadline };
  }
  const status = medStatus(report);
  if (status === 'WAITING' || status === 'IN_ANALYSIS') {
    return { duty: 'ANALYSE', deadline: askedUntil(medCase) };
  }
  const returned = returns.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (status !== 'ACCEPTED' || returned >= report.amountCents) return nothing;
  const { refund } = report;
  if (!refund?.status) {
    const closedAt = report.analysedAt ?? report.modifiedAt;
    return { duty: 'REQUEST_REFUND', deadline: later(closedAt, requestHours * hour) };
  }
  // Only these two states end the duty, because a request with an unknown status may still be open.
  if (refund.status === 'CLOSED' || refund.status === 'CANCELLED') return nothing;
  const deadline = refund.requestedAt === undefined ? null : later(refund.requestedAt, executionHours * hour);
  return { duty: 'EXECUTE_REFUND', deadline };
}

/** Returns the deadline of the analysis. The PSP may set an earlier deadline than the rule, but not a later one. */
export function askedUntil({ report }: Pick<MedCase, 'report'>): string {
  const rule = analysisDeadline({ report });
  const { analysisDueAt: asked } = report;
  return asked !== undefined && asked > report.createdAt && asked < rule ? asked : rule;
}
