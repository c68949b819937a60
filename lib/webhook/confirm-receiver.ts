// The last check before a delivery's POST: reads the registration again, and checks that the client that set its
// address still has the right to the events. After that right is lost nothing is sent.

import type { Core, WithQueues } from './deps.ts';
import { pauseSinceEdit } from './pause-webhook.ts';
import { isSameSetter, mayHear } from './setter.ts';
import type { Webhook } from './webhook.ts';

const tries = 10;

/** @returns the registration to deliver to, or the end status of the delivery */
export async function confirmReceiver(
  deps: Core & WithQueues,
  known: Webhook,
): Promise<Webhook | 'CANCELLED' | 'HELD'> {
  let seen = known;
  for (let attempt = 1; attempt <= tries; attempt++) {
    const { webhook, setter } = await deps.webhooks.getWithSetter(seen);
    if (!webhook) return 'CANCELLED';
    if (webhook.health.paused) return 'HELD';
    const isJudged = isSameSetter(webhook.setBy, seen.setBy);
    if (isJudged && mayHear(webhook, setter)) return webhook;
    // The second read found that it is paused now, or that another client has set its address.
    if (isJudged) await pauseSinceEdit(deps, webhook, 'right_lost');
    seen = webhook;
  }
  throw new Error('webhook not checked: too many conflicting writes');
}
