// The audit: the operator, the request and the result.

/**
 * `asked` is written before the action, one of the others after it. If none follows, the action may or may not have
 * been done.
 */
export type AuditState = 'asked' | 'done' | 'refused' | 'failed';

export type AuditEntry = {
  /** The subject of the action: "account:0001/123456789", "client:<id>" … */
  subject: string;
  /** The same for all entries of one action. */
  id: string;
  /** ISO, UTC. */
  at: string;
  /** The operator, as given to the command. */
  by: string;
  action: string;
  state: AuditState;
  /** The request, without names and tax ids; after success also the created rows. Never a secret. */
  details: Record<string, unknown>;
  /** Why it was refused. */
  message?: string;
};

type SubjectKind =
  | 'company'
  | 'client'
  | 'user'
  | 'account'
  | 'key'
  | 'cashout'
  | 'payment'
  | 'webhook'
  | 'incident'
  | 'service';
export type Subject = { kind: SubjectKind; id: string };

export function subjectKey({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}
