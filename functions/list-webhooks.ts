// GET /api/webhooks: lists all webhooks of an account, oldest first (spec).

import { makeCore } from '../lib/app/core.ts';
import { start } from '../lib/app/start.ts';
import { apiHandler } from '../lib/http/api.ts';
import type { Core } from '../lib/med-case/deps.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { listWebhooks } from '../lib/webhook/list-webhooks.ts';
import { presentWebhook } from '../lib/webhook/present.ts';

export const makeHandler = (deps: Core) =>
  apiHandler(deps, endpoints.listWebhooks, async ({ caller, query }) => {
    const account = { branch: query.source_account_branch_identifier, number: query.source_account_number };
    const filter = { id: query.webhook_id, type: query.type_webhook };
    const webhooks = await listWebhooks(deps, caller, account, filter);
    return { body: webhooks.map(presentWebhook) };
  });

export const handler = start(makeHandler, makeCore);
