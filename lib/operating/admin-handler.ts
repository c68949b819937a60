// Handles every operator's call: checks the input, writes the audit, and returns refusals as values. Refusals are not
// thrown, because an error that a Lambda throws tells the caller only that something failed.

import type * as z from 'zod';
import { errorBody, type FieldError, isDefinite } from '../base/errors.ts';
import type { Subject, SubjectKind } from './audit.ts';
import { type Acted, type AuditingDeps, auditAction } from './audit-action.ts';

/** The fields of every call: the operator and the action. Other fields depend on the action. */
export type Call = { by: string; action: string };

/** The fields that name the subject of a call, so that the company of the subject sees the call. */
type NamingField = Exclude<SubjectKind, 'service'> | 'target' | 'proposed';
/** The naming fields that a call always has. */
type NamedIn<Asked> = {
  [Field in keyof Asked & NamingField]: undefined extends Asked[Field] ? never : Field;
}[keyof Asked & NamingField];
/** The result of a call. A call that names no subject must say what its answer shows; an empty list shows no company. */
export type ActedOn<Asked> = [NamedIn<Asked>] extends [never]
  ? Acted & Required<Pick<Acted, 'shows'>>
  : Acted;

/** One function for each call, by its action. */
export type CallTable<Asked extends Call, Has> = {
  [Action in Asked['action']]: (
    deps: Has,
    call: Extract<Asked, { action: Action }>,
  ) => Promise<ActedOn<Extract<Asked, { action: Action }>>>;
};

/** Defines calls: their subjects, their details for the audit, and their functions. */
export type AdminRoute<Asked extends Call, Has> = {
  subjects: (call: Asked, deps: Has) => Promise<readonly Subject[]>;
  details: (call: Asked) => Record<string, unknown>;
  calls: CallTable<Asked, Has>;
};

/** Makes a call, and writes the audit. A refusal is thrown. */
export async function runCall<Asked extends Call, Has extends AuditingDeps>(
  deps: Has,
  { subjects, details, calls }: AdminRoute<Asked, Has>,
  call: Asked,
): Promise<Acted['answer']> {
  const { by, action } = call;
  const asked = { by, action, subjects: await subjects(call, deps), details: details(call) };
  const run = calls[action as Asked['action']] as (deps: Has, call: Asked) => Promise<Acted>;
  return auditAction(deps, asked, () => run(deps, call));
}

export function adminHandler<Schema extends z.ZodType<Call>, Has extends AuditingDeps>(
  deps: Has,
  schema: Schema,
  route: AdminRoute<z.output<Schema>, Has>,
) {
  return async (event: unknown): Promise<object> => {
    const parsed = schema.safeParse(event);
    if (!parsed.success) return errorBody('validation_error', fieldsOf(parsed.error)).body;
    const call = parsed.data;
    try {
      return { worked: true, ...(await runCall(deps, route, call)) };
    } catch (error) {
      if (isDefinite(error)) return errorBody(error.code, error.fields, error.said).body;
      deps.log.error('operation failed', { route: call.action }, error);
      throw error;
    }
  };
}

function fieldsOf({ issues }: z.ZodError): FieldError[] {
  return issues.map(({ path, message }) => ({ field: path.join('.') || 'event', message }));
}
