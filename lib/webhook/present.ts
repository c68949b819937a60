// Shows webhooks, deliveries and events as the API answers them. The list of webhooks contains exactly the contract's
// fields.

import type { Attempt, Delivery } from './delivery.ts';
import type { EventName } from './event-types.ts';
import type { RecordedEvent } from './feed-page.ts';
import type { Webhook } from './webhook.ts';

/** Shows a webhook with the contract's fields (spec: Webhook registration). */
export function presentWebhook({ id, url, type, createdAt, updatedAt, ...webhook }: Webhook) {
  return {
    id,
    url,
    type_webhook: type,
    authorization_token: webhook.authorizationToken ?? null,
    x_functions_key: webhook.functionsKey ?? null,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

export function presentHealth({ health }: Webhook) {
  return {
    status: health.paused ? ('PAUSED' as const) : ('ACTIVE' as const),
    paused_reason: health.paused?.reason ?? null,
    paused_at: health.paused?.at ?? null,
    failing_since: health.failingSince ?? null,
  };
}

export function presentDelivery(delivery: Delivery) {
  const last = delivery.log.at(-1);
  return {
    id: delivery.sequence,
    event_id: delivery.eventId,
    event_type: delivery.eventType as EventName,
    status: delivery.status,
    attempts: delivery.attempts,
    last_status: last?.httpStatus ?? null,
    last_attempt_at: last?.at ?? null,
    next_attempt_at: delivery.nextAttemptAt ?? null,
    created_at: delivery.createdAt,
    log: delivery.log.map(presentAttempt),
  };
}

function presentAttempt({ at, result, httpStatus, milliseconds }: Attempt) {
  return { at, result, status: httpStatus ?? null, milliseconds };
}

/** Shows an event as deliveries send it, with its sequence number in front. */
export function presentEvent({ sequence, body }: RecordedEvent): object {
  return { sequence, ...JSON.parse(body) };
}
