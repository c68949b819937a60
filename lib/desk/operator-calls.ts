// Makes the calls of operators for the desk, each with its audit.

import type * as z from 'zod';
import { errorBody, isDefinite, refuse } from '../base/errors.ts';
import type { Page, View } from '../console/shell.ts';
import { administerCall, administerRoute } from '../operating/admin-calls.ts';
import { type AdminRoute, type Call, runCall } from '../operating/admin-handler.ts';
import { freezeCall, freezeRoute } from '../operating/freeze-route.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { DeskDeps } from './deps.ts';
import { drawRefused } from './desk-pages.ts';
import { nameOf } from './proposal.ts';

type Given = Readonly<Record<string, unknown>> & { action: string };
export type OperatorCalls = ReturnType<typeof makeOperatorCalls>;

/**
 * Makes the calls. If the schema refuses a call, no object with the ids in the call can exist, so the call is refused
 * as not found.
 */
export function makeOperatorCalls(deps: DeskDeps) {
  const calling =
    <Asked extends Call>(schema: z.ZodType<Asked>, route: AdminRoute<Asked, DeskDeps>) =>
    async (signedIn: SignedIn, given: Given) => {
      const asked = schema.safeParse({ ...given, by: 'desk' });
      if (!asked.success) return refuse('transaction_not_found');
      return runCall(deps, route, { ...asked.data, by: nameOf(signedIn) });
    };
  return {
    administer: calling(administerCall, administerRoute),
    freeze: calling(freezeCall, freezeRoute),
  };
}

/** Draws a page for a refusal. Throws `too_many_requests` and all other errors again. */
export async function refusing<Made>(view: View, work: () => Promise<Made>): Promise<Made | Page> {
  try {
    return await work();
  } catch (error) {
    if (!isDefinite(error) || error.code === 'too_many_requests') throw error;
    return drawRefused(view, errorBody(error.code).body.message);
  }
}
