// Changes a webhook: only what is given. A rotated secret signs beside the old one for a day; a paused webhook that
// is resumed starts as a new one.

import type { Deps } from '../deps.ts';
import { refuse } from '../errors.ts';
import { addSeconds } from '../time.ts';
import type { Identity } from '../tokens.ts';
import { healthy, rotationSeconds, type Webhook } from '../webhook.ts';
import { formatSecret } from '../webhook-signature.ts';
import { findWebhook } from './find-webhook.ts';

export type WebhookEdit = {
  url?: string | undefined;
  type?: Webhook['type'] | undefined;
  /** Null takes it away. */
  authorizationToken?: string | null | undefined;
  functionsKey?: string | null | undefined;
  rotateSecret: boolean;
  resume: boolean;
};

const tries = 10;

export async function updateWebhook(
  deps: Deps,
  caller: Identity,
  id: number,
  edit: WebhookEdit,
): Promise<Webhook> {
  // A worker may note the receiver's behaviour between our read and our write: then it is done anew.
  for (let attempt = 1; attempt <= tries; attempt++) {
    const webhook = await findWebhook(deps, caller, id);
    const changed = applyEdit(deps, webhook, edit);
    if (await deps.webhooks.replace(webhook, changed)) return changed;
  }
  return refuse('unavailable');
}

function applyEdit(deps: Deps, webhook: Webhook, edit: WebhookEdit): Webhook {
  const now = deps.now();
  const { authorizationToken, functionsKey, ...kept } = webhook;
  const token = edit.authorizationToken === undefined ? authorizationToken : edit.authorizationToken;
  const key = edit.functionsKey === undefined ? functionsKey : edit.functionsKey;
  const rotated = {
    secret: formatSecret(deps.ids.secret()),
    previousSecret: { secret: webhook.secret, until: addSeconds(now, rotationSeconds) },
  };
  return {
    ...kept,
    url: edit.url ?? webhook.url,
    type: edit.type ?? webhook.type,
    ...(token === undefined || token === null ? {} : { authorizationToken: token }),
    ...(key === undefined || key === null ? {} : { functionsKey: key }),
    ...(edit.rotateSecret ? rotated : {}),
    ...(edit.resume ? { health: healthy } : {}),
    // Later than before even within one millisecond, so that two updates at once are two.
    updatedAt: new Date(Math.max(now.getTime(), Date.parse(webhook.updatedAt) + 1)).toISOString(),
  };
}
