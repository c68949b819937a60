// An operator closes an incident, with a note about what was decided. It moves no money.

import type { Core, WithMoney } from '../app/deps.ts';
import { refuse } from '../base/errors.ts';

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
