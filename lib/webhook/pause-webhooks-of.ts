// Pauses what a user may not hear of any more as soon as that is so, for everybody to see. It is not what keeps them
// from hearing: each delivery judges its setter anew, also of a webhook that is registered meanwhile.

import type { Core, WithQueues } from '../app/deps.ts';
import type { AccountRef } from '../base/account-ref.ts';
import { pauseSinceEdit } from './pause-webhook.ts';

const roundsMax = 10;

/** @returns the ids of those paused now; null when that may not be all: the others are paused at their next delivery */
export async function pauseWebhooksOf(
  deps: Core & WithQueues,
  userId: string,
  listAccounts: () => Promise<readonly AccountRef[]>,
): Promise<number[] | null> {
  try {
    const paused: number[] = [];
    for (const { branch, number } of await listAccounts())
      paused.push(...(await pauseOn(deps, userId, { branch, number })));
    return paused;
  } catch (error) {
    // What they may not do any more is done, and must be told.
    deps.log.error('webhooks not paused, left to their next delivery', {}, error);
    return null;
  }
}

/** Round after round until none is open: a receiver's behaviour may be noted meanwhile. */
async function pauseOn(deps: Core & WithQueues, userId: string, account: AccountRef): Promise<Set<number>> {
  const paused = new Set<number>();
  for (let round = 1; round <= roundsMax; round++) {
    const webhooks = await deps.webhooks.listRegistrations(account);
    const open = webhooks.filter(({ setBy, health }) => setBy?.userId === userId && !health.paused);
    if (open.length === 0) return paused;
    for (const webhook of open) {
      await pauseSinceEdit(deps, webhook, 'right_lost');
      paused.add(webhook.id);
    }
  }
  throw new Error('webhooks too busy to be paused');
}
