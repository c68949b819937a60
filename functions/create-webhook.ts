// POST /api/webhooks: registers a webhook. Its secret is only shown in this answer (an extension:
// docs/decisions/contract/webhooks.md).

import { lambda } from '../lib/app/lambda.ts';
import { apiHandler } from '../lib/http/api.ts';
import { createWebhook } from '../lib/webhook/create-webhook.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { presentWebhook } from '../lib/webhook/present.ts';
import { createWebhookBody } from '../lib/webhook/schemas.ts';

export const { makeHandler, handler } = lambda([], (deps) => {
  const body = createWebhookBody(deps.config.OUTBOUND_LOOPBACK === 'allow');
  return apiHandler(deps, { ...endpoints.createWebhook, body }, async ({ caller, body }) => {
    const account = { branch: body.source_account_branch_identifier, number: body.source_account_number };
    const webhook = await createWebhook(deps, caller, account, {
      url: body.url,
      type: body.type_webhook,
      ...(body.authorization_token ? { authorizationToken: body.authorization_token } : {}),
      ...(body.x_functions_key ? { functionsKey: body.x_functions_key } : {}),
    });
    return { body: { worked: true, ...presentWebhook(webhook), secret: webhook.secret } };
  });
});
