// PUT /api/webhooks/{webhook_id}: changes the given fields. A new secret after a rotation is only shown in this answer
// (an extension: docs/decisions/contract/webhooks.md).

import { lambda } from '../lib/app/lambda.ts';
import { refuse } from '../lib/base/errors.ts';
import { apiHandler } from '../lib/http/api.ts';
import * as endpoints from '../lib/webhook/endpoints.ts';
import { presentHealth, presentWebhook } from '../lib/webhook/present.ts';
import { updateWebhookBody } from '../lib/webhook/schemas.ts';
import { updateWebhook } from '../lib/webhook/update-webhook.ts';

export const { makeHandler, handler } = lambda([], (deps) => {
  const body = updateWebhookBody(deps.config.OUTBOUND_LOOPBACK === 'allow');
  return apiHandler(deps, { ...endpoints.updateWebhook, body }, async ({ caller, path, body }) => {
    if (body.webhook_id !== undefined && body.webhook_id !== path.webhook_id)
      refuse('validation_error', [{ field: 'webhook_id', message: 'must be that of the path' }]);
    const webhook = await updateWebhook(deps, caller, path.webhook_id, {
      url: body.url,
      type: body.type_webhook,
      authorizationToken: body.authorization_token,
      functionsKey: body.x_functions_key,
      rotateSecret: body.rotate_secret,
      resume: body.paused === false,
    });
    const secret = body.rotate_secret ? { secret: webhook.secret } : {};
    return { body: { worked: true, ...presentWebhook(webhook), ...presentHealth(webhook), ...secret } };
  });
});
