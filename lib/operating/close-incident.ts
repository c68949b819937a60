// Takes and closes an incident for an operator. The closing has a note about the decision. No money is moved.

import { refuse } from '../base/errors.ts';
import type { WithMoney } from '../incoming/deps.ts';
import type { Core } from '../med-case/deps.ts';

export async function closeIncident(
  deps: Core & WithMoney,
  { incident, by, note }: { incident: string; by: string; note: string },
) {
  const closedAt = deps.now().toISOString();
  const result = await deps.incidents.close(incident, { closedAt, closedBy: by, note });
  if (result === 'not_found') refuse('incident_not_found');
  if (result === 'closed_before') refuse('incident_closed');
  return { incident, closed_at: closedAt, closed_by: by, note };
}

/**
 * Records who works on an incident, for other operators. If several operators take the incident, the last one has it.
 */
export async function takeIncident(
  deps: Core & WithMoney,
  { incident, by }: { incident: string; by: string },
) {
  const takenAt = deps.now().toISOString();
  const result = await deps.incidents.take(incident, { takenAt, takenBy: by });
  if (result === 'not_found') refuse('incident_not_found');
  if (result === 'closed_before') refuse('incident_closed');
  return { incident, taken_at: takenAt, taken_by: by };
}
