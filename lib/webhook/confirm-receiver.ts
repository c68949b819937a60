// The last look before a delivery's call: the registration as it is now, and whether whoever set its address may still
// hear of the account. Nobody hears after losing the right to, whatever was under way.

import type { Core, WithQueues } from '../app/deps.ts';
import { pauseSinceEdit } from './pause-webhook.ts';
import { isSameSetter, mayHear } from './setter.ts';
import type { Webhook } from './webhook.ts';

const tries = 10;

/** @returns the registration to deliver to, or how the delivery ends */
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
    // Then it is read again: it is paused now, or somebody else answers for its address.
    if (isJudged) await pauseSinceEdit(deps, webhook, 'right_lost');
    seen = webhook;
  }
  throw new Error('webhook too busy to be judged');
}
