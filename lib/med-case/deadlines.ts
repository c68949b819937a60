// The next duty of a MED case and its deadline. The periods and their sources are in docs/med.md.

import { addSeconds } from '../base/time.ts';
import type { ContestDays } from '../platform/contest-days.ts';
import { type MedCase, type MedReturn, medStatus } from './med-case.ts';

/**
 * ANALYSE: the payee's institution accepts or rejects the report. REQUEST_REFUND: the payer's institution requests the
 * money. EXECUTE_REFUND: the payee's institution sends it. CONTEST: the account's holder may contest it.
 */
export type MedDuty = 'ANALYSE' | 'REQUEST_REFUND' | 'EXECUTE_REFUND' | 'CONTEST';

/** The values besides the case that a deadline depends on. */
export type MedClock = { now: Date; contestDays: ContestDays };

const hour = 3_600;
const analysisDays = 7;
const requestHours = 72;
const executionHours = 6;

/** Natures of a return that the holder may contest. A return for an operational error is not one of them. */
const contestable: readonly (string | undefined)[] = ['MED_FRAUDE', 'MED_PIX_AUTOMATICO'];

const later = (at: string, seconds: number) => addSeconds(new Date(at), seconds);

/** Seven days after the report. */
export const analysisDeadline = ({ report }: Pick<MedCase, 'report'>): string =>
  later(report.createdAt, analysisDays * 24 * hour);

/** The last instant to contest a return, by the period in force when it was made; null if it cannot be contested. */
export function contestDeadline({ nature, at }: MedReturn, periods: ContestDays): string | null {
  const period = contestable.includes(nature) ? periods.findLast(({ from }) => from <= at) : undefined;
  return period ? later(at, period.days * 24 * hour) : null;
}

type Next = { duty: MedDuty | null; deadline: string | null };
const nothing: Next = { duty: null, deadline: null };

/**
 * The next duty. A deadline in the past means that the duty is late; the right to contest ends with its deadline.
 * Deadline null: the PSP does not report when the period began.
 */
export function nextDuty(medCase: MedCase, { now, contestDays }: MedClock): Next {
  const { report, returns = [] } = medCase;
  const windows = returns.flatMap((one) => contestDeadline(one, contestDays) ?? []).sort();
  // Once money has been returned, the earlier duties are over.
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
  // An unknown status may be that of an open request.
  if (refund.status === 'CLOSED' || refund.status === 'CANCELLED') return nothing;
  const deadline = refund.requestedAt === undefined ? null : later(refund.requestedAt, executionHours * hour);
  return { duty: 'EXECUTE_REFUND', deadline };
}

/** The PSP may set an earlier deadline than the rule, never a later one. */
function askedUntil({ report }: MedCase): string {
  const rule = analysisDeadline({ report });
  const { analysisDueAt: asked } = report;
  return asked !== undefined && asked > report.createdAt && asked < rule ? asked : rule;
}
