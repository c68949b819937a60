// Makes the last check before a delivery's POST. It reads the registration again, and checks that the client that set
// the webhook's address may still receive the events. If the client has lost that right, nothing is sent.

import type { Base } from '../platform/deps.ts';
import type { WithQueues, WithWebhooks } from './deps.ts';
import { pauseSinceEdit } from './pause-webhook.ts';
import { isSameSetter, mayHear } from './setter.ts';
import type { Webhook } from './webhook.ts';

const tries = 10;

/**
 * Checks the receiver.
 * @returns the registration to deliver to, or the status with which the delivery ends
 */
export async function confirmReceiver(
  deps: Base & WithWebhooks & WithQueues,
  known: Webhook,
): Promise<Webhook | 'CANCELLED' | 'HELD'> {
  let seen = known;
  for (let attempt = 1; attempt <= tries; attempt++) {
    const { webhook, setter } = await deps.webhooks.getWithSetter(seen);
    if (!webhook) return 'CANCELLED';
    if (webhook.health.paused) return 'HELD';
    const isJudged = isSameSetter(webhook.setBy, seen.setBy);
    if (isJudged && mayHear(webhook, setter)) return webhook;
    // The next read finds the webhook paused, or checks another client that has set its address in the meantime.
    if (isJudged) await pauseSinceEdit(deps, webhook, 'right_lost');
    seen = webhook;
  }
  throw new Error('webhook not checked: too many conflicting writes');
}
