// Both approving calls: the contract gives them the same request and answer, and either approves either kind.

import type { Core } from '../deps.ts';
import { approveCashout } from '../operations/approve-cashout.ts';
import { presentWinner } from '../present.ts';
import { retryAfter } from '../retry-after.ts';
import { approveCashoutBody } from '../schemas.ts';
import { apiHandler } from './api.ts';

// Of both audiences: the contract restricts the create calls alone to that of the API.
const route = { auth: 'token and hmac', body: approveCashoutBody } as const;

/** Spec: POST /approve-cashout and POST /approve-cashout-manual. */
export const approveHandler = (deps: Core) =>
  apiHandler(deps, route, async ({ caller, body }, event) => {
    event.subject = { cashoutId: body.id };
    const approved = presentWinner(await approveCashout(deps, caller, body.id), 'approve');
    return { body: approved, headers: retryAfter(deps.config, approved) };
  });
