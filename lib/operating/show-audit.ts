// Shows the audit entries of a subject, newest first.

import { cents, toDecimalText } from '../base/money.ts';
import type { Core } from '../med-case/deps.ts';
import { type AuditEntry, type Subject, subjectKey } from './audit.ts';
import type { WithOperating } from './deps.ts';

/** The fields of calls that are amounts. Audit entries contain them in cents. */
const amounts = ['amount', 'below', 'from', 'up_to'];

export async function showAudit(deps: Core & WithOperating, subject: Subject, limit: number) {
  const entries = await deps.audit.list(subjectKey(subject), limit);
  return {
    subject: subjectKey(subject),
    entries: entries.map(({ at, by, action, state, details, message, id }) => ({
      at,
      by,
      action,
      state,
      details: inReais(details),
      message: message ?? null,
      id,
    })),
  };
}

function inReais(details: AuditEntry['details']): AuditEntry['details'] {
  const shown = (name: string, value: unknown) =>
    typeof value === 'number' && amounts.includes(name) ? toDecimalText(cents(value)) : value;
  return JSON.parse(JSON.stringify(details, shown));
}
