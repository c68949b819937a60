// Pauses and resumes a webhook for an operator. Only an operator can end an operator's pause. Resuming does not change
// the client that set the address, so that client must still have the right to the events.

import { refuse } from '../base/errors.ts';
import type { Base } from '../platform/deps.ts';
import type { WithQueues, WithWebhooks } from './deps.ts';
import { pauseSinceEdit } from './pause-webhook.ts';
import { mayHear } from './setter.ts';
import { editedAt, type Registration, resumed } from './webhook.ts';

type Deps = Base & WithWebhooks & WithQueues;

const tries = 10;

/** Pauses a webhook. If it was paused for another reason, the operator's reason replaces that reason. */
export async function pauseByOperator(deps: Deps, id: number) {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const webhook = await findRegistration(deps, id);
    if (webhook.health.paused?.reason === 'operator') return { webhook: id, message: 'Webhook paused' };
    await pauseSinceEdit(deps, webhook, 'operator');
  }
  return refuse('unavailable');
}

export async function resumeByOperator(deps: Deps, id: number) {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const webhook = await findRegistration(deps, id);
    if (!webhook.health.paused) return { webhook: id, message: 'Webhook resumed' };
    const { setter } = await deps.webhooks.getWithSetter(webhook);
    if (!mayHear(webhook, setter)) refuse('setter_without_right');
    const updatedAt = editedAt(webhook, deps.now());
    await deps.webhooks.setState(webhook, { health: resumed(webhook.health), updatedAt });
  }
  return refuse('unavailable');
}

async function findRegistration(deps: Base & WithWebhooks, id: number): Promise<Registration> {
  const ref = await deps.webhooks.find(id);
  const webhooks = ref ? await deps.webhooks.listRegistrations(ref.account) : [];
  return webhooks.find((webhook) => webhook.id === id) ?? refuse('webhook_not_found');
}
