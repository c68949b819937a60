// Defines the audit: the operator, the request and the result.

/**
 * State of an entry. `asked` is written before the action, one of the other states after it. If no other entry follows,
 * it is not known whether the action was done.
 */
export type AuditState = 'asked' | 'done' | 'refused' | 'failed';

export type AuditEntry = {
  /** The subject of the action: "account:0001/123456789", "client:<id>" … */
  subject: string;
  /** Identifies the action. All entries of one action have the same id. */
  id: string;
  /** Time of the entry (ISO, UTC). */
  at: string;
  /** The operator, as the command named it. */
  by: string;
  action: string;
  state: AuditState;
  /**
   * The request, without names and tax ids. After a success, the created rows are added. The details never contain a
   * secret.
   */
  details: Record<string, unknown>;
  /** Why the action was refused. */
  message?: string;
};

type SubjectKind =
  | 'company'
  | 'client'
  | 'user'
  | 'account'
  | 'key'
  | 'cashout'
  | 'chargeback'
  | 'approval'
  | 'payment'
  | 'webhook'
  | 'incident'
  | 'med'
  | 'service';
export type Subject = { kind: SubjectKind; id: string };

export function subjectKey({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}
