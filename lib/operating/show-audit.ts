// The audit entries of a subject, newest first.

import type { Core, WithOperating } from '../app/deps.ts';
import { type Subject, subjectKey } from './audit.ts';

export async function showAudit(deps: Core & WithOperating, subject: Subject, limit: number) {
  const entries = await deps.audit.list(subjectKey(subject), limit);
  return {
    subject: subjectKey(subject),
    entries: entries.map(({ at, by, action, state, details, message, id }) => ({
      at,
      by,
      action,
      state,
      details,
      message: message ?? null,
      id,
    })),
  };
}
