// Pauses the webhooks of a user that has lost its right to an account, so that everybody sees it at once.
// Security does not depend on this: each delivery checks its setter, also for a webhook registered meanwhile.

import type { AccountRef } from '../base/account-ref.ts';
import type { Core, WithQueues } from './deps.ts';
import { pauseSinceEdit } from './pause-webhook.ts';
import type { Registration } from './webhook.ts';

const roundsMax = 10;

/**
 * @param clientId only those that this client of the user has set
 * @returns the ids of the webhooks paused; null if some may be missing: those are paused at their next
 * delivery
 */
export async function pauseWebhooksOf(
  deps: Core & WithQueues,
  userId: string,
  listAccounts: () => Promise<readonly AccountRef[]>,
  clientId?: string,
): Promise<number[] | null> {
  try {
    const paused: number[] = [];
    for (const { branch, number } of await listAccounts())
      paused.push(...(await pauseOn(deps, { userId, clientId }, { branch, number })));
    return paused;
  } catch (error) {
    // The right is already taken away, and the operator must be told so: this error must not hide it.
    deps.log.error('webhooks not paused, their next delivery pauses them', {}, error);
    return null;
  }
}

/** Repeats until none is open: the receiver's health may be written in between. */
async function pauseOn(
  deps: Core & WithQueues,
  { userId, clientId }: { userId: string; clientId: string | undefined },
  account: AccountRef,
): Promise<Set<number>> {
  const isMeant = (setBy: Registration['setBy']) =>
    setBy?.userId === userId && (clientId === undefined || setBy.clientId === clientId);
  const paused = new Set<number>();
  for (let round = 1; round <= roundsMax; round++) {
    const webhooks = await deps.webhooks.listRegistrations(account);
    const open = webhooks.filter(({ setBy, health }) => isMeant(setBy) && !health.paused);
    if (open.length === 0) return paused;
    for (const webhook of open) {
      await pauseSinceEdit(deps, webhook, 'right_lost');
      paused.add(webhook.id);
    }
  }
  throw new Error('webhooks not paused: too many conflicting writes');
}
