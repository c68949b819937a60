// Shows an incident as it is stored, including the network's notice, and the section of the runbook for its kind.

import { refuse } from '../base/errors.ts';
import { runbookSections } from '../incident/runbook.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { Base } from '../platform/deps.ts';
import { presentSubject } from './list-incidents.ts';

export async function showIncident(deps: Base & WithMoney, id: string) {
  const incident = await deps.incidents.get(id);
  if (!incident) refuse('incident_not_found');
  return {
    incident: id,
    ...presentSubject(incident),
    details: incident.details,
    taken_at: incident.takenAt ?? null,
    taken_by: incident.takenBy ?? null,
    closed_at: incident.closedAt ?? null,
    closed_by: incident.closedBy ?? null,
    note: incident.note ?? null,
    notice: incident.event ?? null,
    blanked_at: incident.blankedAt ?? null,
    runbook: `docs/runbook.md, section ${runbookSections[incident.kind]}`,
  };
}
