// Checks that a metric never counts more than is stored. Each event counts once, even if calls raced, processes died or
// messages came twice. A process that dies after its write has not counted the event. So the numbers must be equal only
// if no process dies.

import type { Cashout } from '../../lib/cashout/cashout.ts';
import type { Incident } from '../../lib/incident/incident-store.ts';
import type { MetricName } from '../../lib/platform/metrics.ts';
import { type Case, rowsOf } from './case.ts';
import { isQuiet } from './faults.ts';

const isSentBack = ({ postponedAt, retriesAt }: Cashout) => postponedAt !== undefined && !retriesAt;

export function checkCounts({ world, stored, fail }: Case): void {
  const cashouts = rowsOf<Cashout>(stored, 'CashoutsTable');
  const ended = (...statuses: string[]) => cashouts.filter(({ status }) => statuses.includes(status)).length;
  const cancelled = cashouts.filter(({ status }) => status === 'CANCELLED');
  const truth: Partial<Record<MetricName, number>> = {
    CashoutsCreated: cashouts.length,
    // A cashout that went back to waiting was approved before, so that approval counts too.
    CashoutsApproved: cashouts.reduce(
      (sum, row) => sum + Number(isSentBack(row)) + Number(row.approvedAt !== undefined),
      0,
    ),
    CashoutsSettled: ended('SUCCESS', 'REFUNDED'),
    CashoutsFailed: ended('ERROR'),
    CashoutsCancelled: cancelled.filter(({ approvedAt, rejectedBy }) => approvedAt && !rejectedBy).length,
    CashoutsRejected: cancelled.filter(({ rejectedBy }) => rejectedBy).length,
    CashoutsExpired: cancelled.filter(({ approvedAt, rejectedBy }) => !approvedAt && !rejectedBy).length,
    CashoutsRefunded: ended('REFUNDED'),
    IncidentsOpened: rowsOf(stored, 'IncidentsTable').length,
    OtherAmountsPaid: rowsOf<Incident>(stored, 'IncidentsTable').filter(
      ({ kind }) => kind === 'other_amount_paid',
    ).length,
  };
  for (const [name, most] of Object.entries(truth)) {
    const counted = world.counted.get(name) ?? 0;
    const isRight = isQuiet(world.profile) ? counted === most : counted <= most;
    if (!isRight) fail('I32', `${name} counted ${counted} times, stored are ${most}`);
  }
}
