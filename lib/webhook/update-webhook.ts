// Changes the given fields of a webhook. After a rotation of the secret, the old secret also signs for a day. Resuming
// clears the failures. A client that sends the address, even the same address, or resumes the webhook counts from then
// on as the client that set the address.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { refuse } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import type { WithWebhooks } from './deps.ts';
import { findWebhook } from './find-webhook.ts';
import { formatSecret } from './signature.ts';
import {
  editedAt,
  resumed,
  rotate,
  rotationSeconds,
  setterOf,
  type Webhook,
  type WebhookHealth,
} from './webhook.ts';

export type WebhookEdit = {
  url?: string | undefined;
  type?: Webhook['type'] | undefined;
  /** Null removes the token. */
  authorizationToken?: string | null | undefined;
  functionsKey?: string | null | undefined;
  rotateSecret: boolean;
  resume: boolean;
};

const tries = 10;

export async function updateWebhook(
  deps: Base & WithAccounts & WithWebhooks,
  caller: Identity,
  id: number,
  edit: WebhookEdit,
): Promise<Webhook> {
  const updateAttempt = deps.ids.attempt();
  const newSecret = formatSecret(deps.ids.secret());
  // A worker may write the receiver's health between our read and our write. Then the change is tried again.
  for (let attempt = 1; attempt <= tries; attempt++) {
    const webhook = await findWebhook(deps, caller, id, ['WEBHOOK']);
    // The registration contains our own attempt id, so this call wrote it and the acknowledgement was lost.
    if (webhook.updateAttempt === updateAttempt) return webhook;
    if (edit.resume && webhook.health.paused?.reason === 'operator') refuse('webhook_is_paused');
    const isAnswering = edit.url !== undefined || edit.resume;
    const setBy = isAnswering ? { setBy: setterOf(caller) } : {};
    const changed = { ...applyEdit(deps, webhook, edit, newSecret), ...setBy, updateAttempt };
    if (await deps.webhooks.replace(webhook, changed)) return changed;
  }
  return refuse('unavailable');
}

function applyEdit(deps: Base, webhook: Webhook, edit: WebhookEdit, newSecret: string): Webhook {
  const now = deps.now();
  const { authorizationToken, functionsKey, ...kept } = webhook;
  const token = edit.authorizationToken === undefined ? authorizationToken : edit.authorizationToken;
  const key = edit.functionsKey === undefined ? functionsKey : edit.functionsKey;
  const isElsewhere = edit.url !== undefined && edit.url !== webhook.url;
  return {
    ...kept,
    url: edit.url ?? webhook.url,
    type: edit.type ?? webhook.type,
    ...(token === undefined || token === null ? {} : { authorizationToken: token }),
    ...(key === undefined || key === null ? {} : { functionsKey: key }),
    ...(edit.rotateSecret ? rotate(webhook, newSecret, addSeconds(now, rotationSeconds)) : {}),
    health: healthAfter(webhook.health, edit.resume, isElsewhere, now),
    updatedAt: editedAt(webhook, now),
  };
}

/**
 * Returns the health after a change. A new address is tried at once. It keeps the old address's pace and failures until
 * an attempt succeeds.
 */
function healthAfter(
  health: WebhookHealth,
  isResumed: boolean,
  isElsewhere: boolean,
  now: Date,
): WebhookHealth {
  if (isResumed) return resumed(health);
  if (!isElsewhere) return health;
  const { failingSince, restUntil: _, paused, ...kept } = health;
  return {
    ...kept,
    ...(failingSince ? { failingSince: now.toISOString() } : {}),
    ...(paused ? { paused } : {}),
  };
}
