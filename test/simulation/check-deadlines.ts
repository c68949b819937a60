// Checks the next step and the deadline of a MED case in every answer and every event. They are computed from what the
// case itself shows.

import type { Case } from './case.ts';
import { feedsOf } from './check-events.ts';

type Back = { amount: number; nature: string | null; datetime: string; contest_deadline: string | null };
type Shown = {
  id: string;
  next_duty: string | null;
  deadline: string | null;
  infraction_report_status: string;
  infraction_report_creation_datetime: string;
  infraction_report_last_modified_datetime: string;
  infraction_report_amount: number;
  analysis_result: string | null;
  analysis_datetime: string | null;
  refund_status: string | null;
  refund_creation_datetime: string | null;
  refunded_amount: number;
  returns: Back[];
};

const hours = (since: string, count: number) => new Date(Date.parse(since) + count * 3_600_000).toISOString();
/** Midnight of 1 September 2026 in Brasília. The period to contest is 30 days before, and 80 days from then on. */
const changedAt = Date.UTC(2026, 8, 1, 3);
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + Math.round(amount * 100), 0);

export function checkDeadlines(judged: Case): void {
  const { callers, fail } = judged;
  const check = (where: string, shown: Shown) => {
    for (const fault of faultsOf(shown)) fail('I17', `${where}: case ${shown.id} ${fault}`);
  };
  for (const feed of feedsOf(judged).values())
    for (const { id, body } of feed) if (id.startsWith('med-')) check(id, JSON.parse(body).data);
  for (const { path, outcome } of callers.history) {
    if (!path.startsWith('/v3/meds/') || outcome.kind !== 'answer' || outcome.status !== 200) continue;
    const { results = [outcome.body] } = outcome.body as { results?: unknown[] };
    for (const shown of results) check(path, shown as Shown);
  }
}

function faultsOf(shown: Shown): string[] {
  const windows = shown.returns.map(({ nature, datetime }) => {
    const days = Date.parse(datetime) < changedAt ? 30 : 80;
    return nature === 'MED_FRAUDE' ? hours(datetime, days * 24) : null;
  });
  const due = dueOf(shown, windows);
  const told = [shown.next_duty, shown.deadline];
  const until = shown.returns.map(({ contest_deadline }) => contest_deadline);
  return [
    ...(String(told) === String(due) ? [] : [`is due ${told}, and not ${due}`]),
    ...(String(until) === String(windows) ? [] : [`may be contested until ${until}, and not ${windows}`]),
    ...(sum([shown.refunded_amount]) === sum(shown.returns.map(({ amount }) => amount))
      ? []
      : [`has ${shown.refunded_amount} back, which is not the sum of its returns`]),
  ];
}

function dueOf(shown: Shown, windows: readonly (string | null)[]): (string | null)[] {
  const ends = windows.filter((end) => end !== null).sort();
  // A world begins in 2027 and lasts some days, so deadlines in 2026 are over and the later ones are open.
  const open = ends.find((end) => end > '2027-03');
  if (ends.length > 0) return open ? ['CONTEST', open] : [null, null];
  const { infraction_report_status: status, refund_status: request } = shown;
  if (status === 'OPEN' || status === 'ACKNOWLEDGED')
    return ['ANALYSE', hours(shown.infraction_report_creation_datetime, 168)];
  const isWhole = sum([shown.refunded_amount]) >= sum([shown.infraction_report_amount]);
  if (status === 'CANCELLED' || shown.analysis_result !== 'AGREED' || isWhole) return [null, null];
  if (request === 'OPEN') return ['EXECUTE_REFUND', hours(shown.refund_creation_datetime ?? '', 6)];
  if (request !== null) return [null, null];
  const closedAt = shown.analysis_datetime ?? shown.infraction_report_last_modified_datetime;
  return ['REQUEST_REFUND', hours(closedAt, 72)];
}
