// Shows the audit entries of a subject, newest first.

import { cents, toDecimalText } from '../base/money.ts';
import type { Base } from '../platform/deps.ts';
import { type AuditEntry, type Subject, subjectKey, subjectOf } from './audit.ts';
import type { Acted } from './audit-action.ts';
import type { WithOperating } from './deps.ts';

/** The fields of calls that are amounts. Audit entries contain them in cents. */
const amounts = ['amount', 'below', 'from', 'up_to'];

/** Shows the entries. The companies of the subject, and of what the entries name, see this look. */
export async function showAudit(deps: Base & WithOperating, subject: Subject, limit: number) {
  const entries = await deps.audit.list(subjectKey(subject), limit);
  const answer = {
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
  return { answer, shows: [subject, ...entries.flatMap(namedIn)] } satisfies Acted;
}

/**
 * Returns the rows that an action has made, the company of a proof of an approval, and what the request names: a key may
 * have had an account of another company.
 */
function namedIn({ details: { made, companyId, ...asked } }: AuditEntry): Subject[] {
  const rows = Array.isArray(made) ? made.map(String) : [];
  const named = { company: companyId ?? asked.company, account: asked.account, client: asked.client };
  const ids = Object.entries(named).filter(([, id]) => typeof id === 'string');
  const keys = [...rows, ...ids.map(([kind, id]) => `${kind}:${id}`)];
  return keys.flatMap((key) => subjectOf(key) ?? []);
}

function inReais(details: AuditEntry['details']): AuditEntry['details'] {
  const shown = (name: string, value: unknown) =>
    typeof value === 'number' && amounts.includes(name) ? toDecimalText(cents(value)) : value;
  return JSON.parse(JSON.stringify(details, shown));
}
