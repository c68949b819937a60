// Makes the calls of operators for the desk, each with its audit.

import { errorBody, isDefinite, refuse } from '../base/errors.ts';
import type { Page, View } from '../console/shell.ts';
import { administerRoute } from '../operating/admin-calls.ts';
import { runCall } from '../operating/admin-handler.ts';
import { freezeRoute } from '../operating/freeze-route.ts';
import { administerCall, freezeCall } from '../operating/schemas.ts';
import type { SignedIn } from '../sign-in/sign-in.ts';
import type { DeskDeps } from './deps.ts';
import { drawRefused } from './desk-pages.ts';
import { nameOf } from './propose.ts';

type Given = Readonly<Record<string, unknown>> & { action: string };
export type OperatorCalls = ReturnType<typeof makeOperatorCalls>;

/** What cannot be read names nothing that exists. */
export const makeOperatorCalls = (deps: DeskDeps) => ({
  administer: async (signedIn: SignedIn, given: Given) => {
    const asked = administerCall.safeParse({ ...given, by: 'desk' });
    if (!asked.success) return refuse('transaction_not_found');
    return runCall(deps, administerRoute, { ...asked.data, by: nameOf(signedIn) });
  },
  freeze: async (signedIn: SignedIn, given: Given) => {
    const asked = freezeCall.safeParse({ ...given, by: 'desk' });
    if (!asked.success) return refuse('transaction_not_found');
    return runCall(deps, freezeRoute, { ...asked.data, by: nameOf(signedIn) });
  },
});

/** A refusal has a page. Anything else is thrown again. */
export async function refusing<Made>(view: View, work: () => Promise<Made>): Promise<Made | Page> {
  try {
    return await work();
  } catch (error) {
    if (!isDefinite(error) || error.code === 'too_many_requests') throw error;
    return drawRefused(view, errorBody(error.code).body.message);
  }
}
