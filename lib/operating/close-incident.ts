// Takes and closes an incident for an operator. The closing has a note about the decision. No money is moved. If the
// incident is about a defence in a MED case, the closing says that the PSP has the defence.

import { refuse } from '../base/errors.ts';
import type { WithMoney } from '../incoming/deps.ts';
import { defendedCaseOf } from '../med-case/defence-incident.ts';
import type { WithMedCases } from '../med-case/deps.ts';
import { endDefence } from '../med-case/send-defence.ts';
import type { Base } from '../platform/deps.ts';
import type { WithEvents } from '../webhook/deps.ts';

type Deps = Base & WithEvents & WithMedCases & WithMoney;

export async function closeIncident(
  deps: Deps,
  { incident, by, note }: { incident: string; by: string; note: string },
) {
  const closedAt = deps.now().toISOString();
  await tellDefended(deps, incident);
  const result = await deps.incidents.close(incident, { closedAt, closedBy: by, note });
  if (result === 'not_found') refuse('incident_not_found');
  if (result === 'closed_before') refuse('incident_closed');
  return { incident, closed_at: closedAt, closed_by: by, note };
}

/** Marks the defence as SENT before the incident is closed, so that a run that stops in between can be repeated. */
async function tellDefended(deps: Deps, id: string): Promise<void> {
  const incident = await deps.incidents.get(id);
  const caseId = incident && !incident.closedAt ? defendedCaseOf(incident) : undefined;
  const medCase = caseId === undefined ? undefined : await deps.medCases.get(caseId);
  const { defence } = medCase ?? {};
  if (!medCase || (defence?.state !== 'BY_HAND' && defence?.state !== 'PENDING')) return;
  await endDefence(deps, medCase, { ...defence, state: 'SENT' });
}

/**
 * Records who works on an incident, for other operators. If several operators take the incident, the last one has it.
 */
export async function takeIncident(
  deps: Base & WithMoney,
  { incident, by }: { incident: string; by: string },
) {
  const takenAt = deps.now().toISOString();
  const result = await deps.incidents.take(incident, { takenAt, takenBy: by });
  if (result === 'not_found') refuse('incident_not_found');
  if (result === 'closed_before') refuse('incident_closed');
  return { incident, taken_at: takenAt, taken_by: by };
}
