// Records in the audit that a person has changed their own settings.

import type { Core } from '../access/deps.ts';
import { subjectKey } from '../operating/audit.ts';
import type { WithOperating } from '../operating/deps.ts';

/** Writes the entry. If this fails, the error is only logged, because the change has already been made. */
export async function noteOfPerson(
  { audit, ids, now, log }: Core & Pick<WithOperating, 'audit'>,
  userId: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const subject = subjectKey({ kind: 'user', id: userId });
  const entry = { subject, id: ids.uuid(), at: now().toISOString(), by: userId, action, details };
  await audit
    .insert({ ...entry, state: 'done' })
    .catch((error) => log.error('audit entry not written', { route: action }, error));
}
