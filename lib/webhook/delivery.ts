// Defines a delivery of an event to a webhook: what the answer to an attempt means, and when the next attempt is made.

import type { AccountRef } from '../base/account-ref.ts';
import { shardOf } from '../platform/open-work.ts';
import type { RecordedEvent } from './feed-page.ts';
import type { WebhookHealth, WebhookRef } from './webhook.ts';

/**
 * Status of a delivery. HELD: the webhook was paused when the delivery was due, or too many deliveries waited for its
 * failing receiver. CANCELLED: the webhook was deleted, or its receiver answered 410. EXHAUSTED: every attempt has
 * failed.
 */
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'HELD' | 'CANCELLED';

export type AttemptResult = 'answered' | 'timeout' | 'no_answer' | 'forbidden';

export type Attempt = { at: string; result: AttemptResult; httpStatus?: number; milliseconds: number };

export type Delivery = {
  webhookId: number;
  /**
   * The event's number in the account's feed. It also identifies the delivery, because a webhook gets an event once.
   */
  sequence: number;
  /** Number of the first event on the event's page of the feed. */
  page: number;
  account: AccountRef;
  webhookCreatedAt: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attempts: number;
  /** Position in the retry schedule. A redelivery starts again at 0. */
  step: number;
  /** Increased with every message for the row. A worker whose message has an older revision stops. */
  revision: number;
  /** The latest attempts, oldest first. */
  log: Attempt[];
  createdAt: string;
  nextAttemptAt?: string;
  /** Partition of the index of due rows; absent when the delivery has no more work. */
  shard?: string;
  dueAt?: string;
  resumes: number;
  /** Number of times that the delivery was postponed since its last attempt. */
  postponements: number;
  /** Time since when the delivery waits, without a message, until its failing receiver works again. */
  parkedAt?: string;
  /** Time after which the table may delete the row (seconds since 1970). */
  expiresAt: number;
  /** Present only in memory: the row is not written yet. */
  unstored?: true;
};

export type DeliverySpeed = 'fast' | 'slow';

/**
 * A message for a worker, which contains only keys and the revision. `unstored`: the delivery has no row yet; the
 * result of its first attempt creates the row.
 */
export type DeliveryMessage = {
  webhook: WebhookRef;
  sequence: number;
  page: number;
  revision: number;
  speed: DeliverySpeed;
  unstored?: boolean | undefined;
};

export const logLengthMax = 30;
const keptDays = 90;

export function forgottenAt(now: Date): number {
  return Math.floor(now.getTime() / 1000) + keptDays * 86_400;
}

export function deliveryShardOf(webhookId: number, sequence: number): string {
  // The sum spreads the deliveries of one webhook over the shards. Both numbers are far below the largest safe integer.
  return shardOf('delivery', (webhookId % 1_000) + sequence);
}

export function newDelivery(
  webhook: WebhookRef,
  event: { sequence: number; page: number; id: string; type: string },
  now: Date,
  state: { status: 'PENDING'; dueAt: string } | { status: 'HELD' },
): Delivery {
  return {
    webhookId: webhook.id,
    sequence: event.sequence,
    page: event.page,
    account: webhook.account,
    webhookCreatedAt: webhook.createdAt,
    eventId: event.id,
    eventType: event.type,
    attempts: 0,
    step: 0,
    revision: 0,
    log: [],
    createdAt: now.toISOString(),
    ...state,
    ...(state.status === 'PENDING' ? { shard: deliveryShardOf(webhook.id, event.sequence) } : {}),
    resumes: 0,
    postponements: 0,
    expiresAt: forgottenAt(now),
  };
}

/** Returns a delivery whose first attempt comes before its row. Its age is the age of its event. */
export function unstoredDelivery(webhook: WebhookRef, event: RecordedEvent, now: Date): Delivery {
  const { shard: _, ...delivery } = newDelivery(webhook, event, now, { status: 'PENDING', dueAt: event.at });
  return { ...delivery, createdAt: event.at, unstored: true };
}

export function messageOf(delivery: Delivery, speed: DeliverySpeed): DeliveryMessage {
  const { webhookId: id, account, webhookCreatedAt: createdAt, sequence, page, revision } = delivery;
  return { webhook: { id, account, createdAt }, sequence, page, revision, speed };
}

/**
 * Returns what an attempt's answer means. 2xx: delivered. 410: the receiver wants no more events. After any other
 * answer the delivery is tried again.
 */
export function judge({ result, httpStatus = 0 }: Attempt): 'delivered' | 'gone' | 'failed' {
  if (result !== 'answered') return 'failed';
  if (httpStatus >= 200 && httpStatus < 300) return 'delivered';
  return httpStatus === 410 ? 'gone' : 'failed';
}

/**
 * Returns the seconds between the attempt of this step and the next attempt; undefined after the last step. A
 * receiver's Retry-After (in seconds) may lengthen the scheduled wait to at most twice its length.
 * @param fraction 0 to 1, for jitter of up to a tenth
 */
export function nextWait(
  ladder: readonly number[],
  step: number,
  retryAfter: number | undefined,
  fraction: number,
): number | undefined {
  const wait = ladder[step];
  if (wait === undefined) return undefined;
  return Math.min(Math.max(retryAfter ?? 0, wait), wait * 2) * (1 + fraction / 10);
}

const restSecondsMax = 300;

/**
 * Returns the seconds without attempts after this many consecutive failures: the scheduled wait, at most five minutes.
 */
export function restSeconds(ladder: readonly number[], failures: number): number {
  return Math.min(restSecondsMax, ladder[Math.min(failures, ladder.length) - 1] ?? restSecondsMax);
}

/** Maximum time for which a delivery is parked (seconds). */
export const parkedSeconds = 6 * 3_600;

/**
 * Returns the range of parked sequence numbers, extended by this number; undefined if the number is outside the limits.
 * The first parked number sets the limits: `waitingMax` numbers from it on, and as many before it.
 */
export function waitingWith(
  waiting: WebhookHealth['waiting'],
  sequence: number,
  waitingMax: number,
): WebhookHealth['waiting'] {
  if (!waiting) return { from: sequence, before: sequence + waitingMax };
  if (sequence >= waiting.before || sequence < waiting.before - 2 * waitingMax) return undefined;
  return sequence < waiting.from ? { ...waiting, from: sequence } : waiting;
}

const busySecondsMax = 300;

/**
 * Returns the seconds until a delivery is tried again after its receiver or account was busy. The wait doubles each
 * time, with jitter.
 */
export function busyWait(postponements: number, fraction: number): number {
  return Math.ceil(Math.min(busySecondsMax, 2 ** Math.min(postponements, 10)) * (1 + fraction));
}

/** Returns the receiver's health after one more failed attempt. */
export function afterFailure(
  health: WebhookHealth,
  now: Date,
  restUntil: string,
  pauseAfterSeconds: number,
): WebhookHealth {
  const failingSince = health.failingSince ?? now.toISOString();
  const isTooLong = now.getTime() - Date.parse(failingSince) >= pauseAfterSeconds * 1000;
  return {
    ...health,
    failures: health.failures + 1,
    failingSince,
    restUntil,
    ...(isTooLong ? { paused: { at: now.toISOString(), reason: 'failing' } } : {}),
  };
}
