// Records in the audit what a person has done with their own settings and passkeys.

import { type AuditEntry, type AuditState, subjectKey } from '../operating/audit.ts';
import type { WithOperating } from '../operating/deps.ts';
import type { Base } from '../platform/deps.ts';

/** Writes the entry. If this fails, the error is only logged, because the change has already been made. */
export async function noteOfPerson(
  { audit, ids, now, log }: Base & Pick<WithOperating, 'audit'>,
  userId: string,
  action: string,
  details: AuditEntry['details'] = {},
  state: AuditState = 'done',
): Promise<void> {
  const subject = subjectKey({ kind: 'user', id: userId });
  const entry = { subject, id: ids.uuid(), at: now().toISOString(), by: userId, action, details };
  await audit
    .insert({ ...entry, state })
    .catch((error) => log.error('audit entry not written', { route: action }, error));
}
