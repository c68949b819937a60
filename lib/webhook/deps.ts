// Defines the dependencies of the operations on events and webhooks, in addition to lib/platform/deps.ts.

import type { AccountRef } from '../base/account-ref.ts';
import type { Unsent } from '../platform/send-tens.ts';
import type { WorkQueues } from '../platform/work-queues.ts';
import type { DeliveryMessage } from './delivery.ts';
import type { Deliveries } from './delivery-store.ts';
import type { AccountEvent } from './event.ts';
import type { Events } from './event-store.ts';
import type { FeedChecks } from './feed-check-store.ts';
import type { SlowAttempts } from './slow-attempt-store.ts';
import type { Webhooks } from './webhook-store.ts';

export type WithEvents = { events: Events; feedChecks: FeedChecks };
export type WithWebhooks = { webhooks: Webhooks };
export type WithDeliveries = { deliveries: Deliveries; slowAttempts: SlowAttempts };

/** A page of an account's feed, named by the number of its first event. */
export type FeedPageRef = { account: AccountRef; page: number };

type WebhookQueues = {
  /** Sends an event to the worker webhook-events. The worker records each event id only once. */
  sendAccountEvent(event: AccountEvent): Promise<void>;
  /**
   * Sends a message to the queue of its speed.
   * @param delaySeconds at most 900
   */
  sendDelivery(message: DeliveryMessage, delaySeconds?: number): Promise<void>;
  /** Sends messages to the fast queue, ten in a call. */
  sendDeliveries(messages: readonly DeliveryMessage[]): Promise<void>;
  /**
   * Sends pages of feeds to the worker webhook-events.
   * @returns the pages that the queue did not accept
   */
  offerPages(pages: readonly FeedPageRef[]): Promise<Unsent<FeedPageRef>>;
};
export type WithQueues = { queues: WorkQueues & WebhookQueues };
