// The audit: who has asked what of the service's operation, and what came of it.

/** `asked` stands before the action, one of the others after it. Where none follows, it may or may not have been done. */
export type AuditState = 'asked' | 'done' | 'refused' | 'failed';

export type AuditEntry = {
  /** What it was about: "account:0001/123456789", "client:<id>" … */
  subject: string;
  /** The same for all entries of one action. */
  id: string;
  /** ISO, UTC. */
  at: string;
  /** The operator, as the command names them. */
  by: string;
  action: string;
  state: AuditState;
  /** What was asked for, without names and tax ids; and, once it is done, what was made. Never a secret. */
  details: Record<string, unknown>;
  /** Why it was refused. */
  message?: string;
};

type SubjectKind = 'company' | 'client' | 'account' | 'key' | 'payment' | 'webhook' | 'service';
export type Subject = { kind: SubjectKind; id: string };

export function subjectKey({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}
