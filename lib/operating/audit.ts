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

/** Every kind of subject. What reads the audit, and what finds the company of a subject, needs each of them. */
export const subjectKinds = [
  'company',
  'client',
  'user',
  'account',
  'key',
  'cashout',
  'chargeback',
  'approval',
  'payment',
  'webhook',
  'incident',
  'med',
  'service',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];
export type Subject = { kind: SubjectKind; id: string };

/** The ids of the kind `service`: what operators do that has no other subject. */
export const services = ['companies', 'persons', 'incidents', 'networks', 'books'] as const;

export function subjectKey({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

/** Reads the key of a subject. An id may contain colons. */
export function subjectOf(key: string): Subject | undefined {
  const [name = ''] = key.split(':', 1);
  const kind = subjectKinds.find((one) => one === name);
  return kind && { kind, id: key.slice(name.length + 1) };
}
