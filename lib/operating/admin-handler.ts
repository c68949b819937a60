// Handles every operator's call: checks the input, writes the audit, and returns refusals as values. Refusals are not
// thrown, because an error that a Lambda throws tells the caller only that something failed.

import type * as z from 'zod';
import { errorBody, type FieldError, isDefinite } from '../base/errors.ts';
import type { Core } from '../med-case/deps.ts';
import type { Subject } from './audit.ts';
import { type Acted, auditAction } from './audit-action.ts';
import type { WithOperating } from './deps.ts';

/** The fields of every call: the operator and the action. Other fields depend on the action. */
export type Call = { by: string; action: string };

/** Defines one call: its subjects, its details for the audit, and its function. */
export type AdminRoute<Asked extends Call, Has extends Core = Core & WithOperating> = {
  subjects: (call: Asked, deps: Has) => Promise<readonly Subject[]>;
  details: (call: Asked) => Record<string, unknown>;
  run: (deps: Has, call: Asked) => Promise<Acted>;
};

/** Makes a call, and writes the audit. A refusal is thrown. */
export async function runCall<Asked extends Call, Has extends Core & WithOperating>(
  deps: Has,
  { subjects, details, run }: AdminRoute<Asked, Has>,
  call: Asked,
): Promise<Acted['answer']> {
  const { by, action } = call;
  const asked = { by, action, subjects: await subjects(call, deps), details: details(call) };
  return auditAction(deps, asked, () => run(deps, call));
}

export function adminHandler<Schema extends z.ZodType<Call>, Has extends Core & WithOperating>(
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
