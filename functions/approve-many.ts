// POST /v3/cashouts/approve-many: approves many cashouts in one call (an extension: docs/decisions/product/rules.md).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { approveCashout } from '../lib/approval/approve-cashout.ts';
import { presentApproved } from '../lib/approval/approve-handler.ts';
import * as endpoints from '../lib/approval/decide-many-endpoints.ts';
import { decideMany } from '../lib/approval/decide-many-handler.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.approveMany, async ({ caller, body }, event) => {
    const { done, rest } = await decideMany(deps, event, body.cashouts, async (id, digest) =>
      presentApproved(await approveCashout(deps, caller, id, digest)),
    );
    return { body: { worked: true, approved: done, ...rest } };
  });

export const handler = start(makeHandler, makeCore);
