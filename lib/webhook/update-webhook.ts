// Changes a webhook: only what is given. A rotated secret signs beside the old one for a day; a paused webhook that
// is resumed starts as a new one. Whoever gives the address, the same one too, or resumes it, answers for it from then on.

import type { Identity } from '../access/tokens.ts';
import type { Core } from '../app/deps.ts';
import { refuse } from '../base/errors.ts';
import { addSeconds } from '../base/time.ts';
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
  /** Null takes it away. */
  authorizationToken?: string | null | undefined;
  functionsKey?: string | null | undefined;
  rotateSecret: boolean;
  resume: boolean;
};

const tries = 10;

export async function updateWebhook(
  deps: Core,
  caller: Identity,
  id: number,
  edit: WebhookEdit,
): Promise<Webhook> {
  const updateAttempt = deps.ids.attempt();
  const newSecret = formatSecret(deps.ids.secret());
  // A worker may note the receiver's behaviour between our read and our write: then it is done anew.
  for (let attempt = 1; attempt <= tries; attempt++) {
    const webhook = await findWebhook(deps, caller, id, ['WEBHOOK']);
    // Our own write, whose acknowledgement was lost.
    if (webhook.updateAttempt === updateAttempt) return webhook;
    if (edit.resume && webhook.health.paused?.reason === 'operator') refuse('webhook_is_paused');
    const isAnswering = edit.url !== undefined || edit.resume;
    const setBy = isAnswering ? { setBy: setterOf(caller) } : {};
    const changed = { ...applyEdit(deps, webhook, edit, newSecret), ...setBy, updateAttempt };
    if (await deps.webhooks.replace(webhook, changed)) return changed;
  }
  return refuse('unavailable');
}

function applyEdit(deps: Core, webhook: Webhook, edit: WebhookEdit, newSecret: string): Webhook {
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

/** A new address is tried at once. It keeps the pace and the failures of the last one until it shows better. */
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
