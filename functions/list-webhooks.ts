// GET /api/webhooks: lists all webhooks of an account, oldest first (spec).

import { lambda } from '../lib/app/lambda.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { listWebhooks } from '../lib/webhook/list-webhooks.ts';
import { presentWebhook } from '../lib/webhook/present.ts';

export const { makeHandler, handler } = lambda([], (deps) =>
  apiHandler(deps, endpoints.listWebhooks, async ({ caller, query }) => {
    const account = { branch: query.source_account_branch_identifier, number: query.source_account_number };
    const filter = { id: query.webhook_id, type: query.type_webhook };
    const webhooks = await listWebhooks(deps, caller, account, filter);
    return { body: webhooks.map(presentWebhook) };
  }),
);
