// Stores the audit. Rows are written once, never changed, and listed by subject.

import { rowsOf } from '../platform/rows.ts';
import type { Database } from '../platform/table.ts';
import type { AuditEntry } from './audit.ts';

export type Audit = ReturnType<typeof makeAudit>;

export function makeAudit(db: Database) {
  const rows = rowsOf<AuditEntry & { position: string }, 'subject', 'position'>(db, {
    table: 'AUDIT_TABLE',
    partition: 'subject',
    sort: 'position',
  });

  return {
    async insert(entry: AuditEntry): Promise<void> {
      const position = `${entry.at}#${entry.id}#${entry.state}`;
      await rows.insert({ ...entry, position });
    },

    /**
     * Lists the entries of a subject, newest first.
     * @param until only entries of this instant (ISO, UTC) or earlier
     */
    list: (subject: string, limit: number, until = ''): Promise<AuditEntry[]> =>
      rows.query(
        { subject, ...(until ? { position: { below: `${until}~` } } : {}) },
        { limit, newestFirst: true },
      ),

    /** Lists the entries of a subject from an instant on (ISO, UTC), oldest first. */
    listSince: (subject: string, limit: number, since: string): Promise<AuditEntry[]> =>
      rows.query({ subject, position: { above: since } }, { limit }),
  };
}
