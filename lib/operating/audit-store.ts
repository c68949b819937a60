// The audit table: rows are written once, never changed, and listed by subject.

import { invariant } from '../base/errors.ts';
import { type Database, putIfAbsent, queryUpTo } from '../platform/table.ts';
import type { AuditEntry } from './audit.ts';

export type Audit = ReturnType<typeof makeAudit>;

export function makeAudit(db: Database) {
  function table(): string {
    invariant(db.config.AUDIT_TABLE, 'an audited function has AUDIT_TABLE');
    return db.config.AUDIT_TABLE;
  }

  return {
    async insert(entry: AuditEntry): Promise<void> {
      const position = `${entry.at}#${entry.id}#${entry.state}`;
      await putIfAbsent(db, table(), { ...entry, position }, 'subject');
    },

    /** Newest first. */
    async list(subject: string, limit: number): Promise<AuditEntry[]> {
      const rows = await queryUpTo(db, limit, {
        TableName: table(),
        KeyConditionExpression: 'subject = :subject',
        ExpressionAttributeValues: { ':subject': subject },
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      return rows as AuditEntry[];
    },
  };
}
