// Pauses the webhooks of a user that has lost its right to an account, so that the pause is visible at once. Security
// does not depend on this pause: each delivery checks the client that set the address, so webhooks registered in the
// meantime are covered too.

import type { AccountRef } from '../base/account-ref.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQueues, WithWebhooks } from './deps.ts';
import { pauseSinceEdit } from './pause-webhook.ts';
import type { Registration } from './webhook.ts';

type Deps = Base & WithWebhooks & WithQueues;

const roundsMax = 10;

/**
 * Pauses the webhooks.
 * @param clientId only webhooks whose address this client set are paused
 * @returns ids of the paused webhooks; null if some may be missing: those are paused at their next delivery
 */
export async function pauseWebhooksOf(
  deps: Deps,
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
    // The error is only logged, because the right is already removed and the operator must see that result.
    deps.log.error('webhooks not paused, their next delivery pauses them', {}, error);
    return null;
  }
}

/**
 * Pauses the webhooks of one account. Repeats until none of them is active, because a pause fails if a worker writes
 * the receiver's health at the same time.
 */
async function pauseOn(
  deps: Deps,
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
