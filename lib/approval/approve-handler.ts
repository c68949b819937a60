// Handles both approve calls. The contract gives them the same request and answer, and each call approves both kinds of
// cashout.

import type { WithAccess } from '../access/deps.ts';
import type { WithAccounts } from '../account/deps.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { WithCashouts, WithOpenTransfers } from '../cashout/deps.ts';
import { presentCashout, presentWinner } from '../cashout/present.ts';
import { apiHandler } from '../http/api.ts';
import { retryAfter } from '../http/retry-after.ts';
import type { Base } from '../platform/deps.ts';
import { approveCashout } from './approve-cashout.ts';
import type * as endpoints from './endpoints.ts';

export const presentApproved = (row: Cashout) =>
  row.approvedAt === undefined ? presentCashout(row, 'approve') : presentWinner(row, 'approve');

/** Makes the handler (spec: POST /approve-cashout and POST /approve-cashout-manual). */
export const approveHandler = (
  deps: Base & WithAccess & WithAccounts & WithCashouts & WithOpenTransfers,
  endpoint: typeof endpoints.approveCashout | typeof endpoints.approveCashoutManual,
) =>
  apiHandler(deps, endpoint, async ({ caller, body }, event) => {
    event.subject = { cashoutId: body.id };
    const row = await approveCashout(deps, caller, body.id, body.content_digest ?? undefined);
    const approved = presentApproved(row);
    return { body: approved, headers: retryAfter(deps.config, approved) };
  });
