// Lists the open incidents, or all incidents, newest first.

import { accountIdOf } from '../base/account-ref.ts';
import type { Incident, ListedIncident } from '../incident/incident-store.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import type { Acted } from './audit-action.ts';
import { subjectsOfIncident } from './companies-of.ts';

const detailsMax = 80;

/**
 * Lists the incidents. `total` may be larger than the number of incidents that are listed. Each company with a listed
 * incident sees this look.
 */
export async function listIncidents(deps: Base & WithMoney, { all, limit }: { all: boolean; limit: number }) {
  const found = await deps.incidents.list(all);
  const listed = found.slice(0, limit);
  const incidents = listed.map((one) => presentInList(one, all));
  const answer = { total: found.length, incidents };
  return { answer, shows: listed.flatMap(subjectsOfIncident) } satisfies Acted;
}

function presentInList(incident: ListedIncident, isWithClosed: boolean) {
  const { closedAt, closedBy } = incident;
  const closing = { closed_at: closedAt ?? null, closed_by: closedBy ?? null };
  return {
    id: incident.id,
    ...presentSubject(incident),
    taken_by: incident.takenBy ?? null,
    details: shortened(incident.details),
    ...(isWithClosed ? closing : {}),
  };
}

/** Shows when an incident was opened, its kind, and its subject. */
export function presentSubject({
  at,
  kind,
  cashoutId,
  chargebackId,
  account,
}: Omit<Incident, 'id' | 'details' | 'event'>) {
  return {
    at,
    kind,
    cashout_id: cashoutId ?? null,
    chargeback_id: chargebackId ?? null,
    account: account ? accountIdOf(account) : null,
  };
}

function shortened(details: string): string {
  const signs = [...details];
  return signs.length > detailsMax ? `${signs.slice(0, detailsMax - 1).join('')}…` : details;
}
