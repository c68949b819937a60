// One event on its way to one webhook: what an attempt's answer means, and when the next one comes.

import type { AccountRef } from '../base/account-ref.ts';
import { laneOf } from '../platform/open-work.ts';
import type { RecordedEvent } from './feed-page.ts';
import type { WebhookHealth, WebhookRef } from './webhook.ts';

/**
 * HELD: the webhook was paused when the delivery's time came. CANCELLED: the webhook is gone (deleted, or its
 * receiver said 410). EXHAUSTED: every attempt has failed.
 */
export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'EXHAUSTED' | 'HELD' | 'CANCELLED';

export type AttemptResult = 'answered' | 'timeout' | 'no_answer' | 'forbidden';

export type Attempt = { at: string; result: AttemptResult; httpStatus?: number; milliseconds: number };

export type Delivery = {
  webhookId: number;
  /** The event's place in the account's feed: a webhook gets an event once, so this is the delivery's id too. */
  sequence: number;
  /** The number of the first event of its page in the feed. */
  page: number;
  account: AccountRef;
  webhookCreatedAt: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attempts: number;
  /** Position on the retry ladder; starts at 0 again on redelivery. */
  step: number;
  /** Grows with every message sent for the row: a worker with an older turn stops. */
  turn: number;
  /** The latest attempts, oldest first. */
  log: Attempt[];
  createdAt: string;
  nextAttemptAt?: string;
  /** Partition of the due index; absent when nothing is left to do. */
  lane?: string;
  dueAt?: string;
  resumes: number;
  /** How often it was postponed since the last attempt. */
  postponements: number;
  /** Since when it waits, without a message, for its failing receiver to recover. */
  parkedAt?: string;
  /** Seconds since 1970: when the table may forget the row. */
  expiresAt: number;
  /** Only in memory: the row is not written yet. */
  unstored?: true;
};

export type DeliveryLane = 'fast' | 'slow';

/**
 * A worker's message: only keys and the turn. `unstored`: the delivery has no row yet; the first attempt's result
 * makes it.
 */
export type DeliveryMessage = {
  webhook: WebhookRef;
  sequence: number;
  page: number;
  turn: number;
  lane: DeliveryLane;
  unstored?: boolean | undefined;
};

export const logLengthMax = 30;
const keptDays = 90;

export function forgottenAt(now: Date): number {
  return Math.floor(now.getTime() / 1000) + keptDays * 86_400;
}

export function deliveryLaneOf(webhookId: number, sequence: number): string {
  // The sum spreads one webhook's deliveries over the lanes. Both numbers are far below the largest safe
  // integer.
  return laneOf('delivery', (webhookId % 1_000) + sequence);
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
    turn: 0,
    log: [],
    createdAt: now.toISOString(),
    ...state,
    ...(state.status === 'PENDING' ? { lane: deliveryLaneOf(webhook.id, event.sequence) } : {}),
    resumes: 0,
    postponements: 0,
    expiresAt: forgottenAt(now),
  };
}

/** A delivery whose first attempt comes before its row: it is as old as its event. */
export function unstoredDelivery(webhook: WebhookRef, event: RecordedEvent, now: Date): Delivery {
  const { lane: _, ...delivery } = newDelivery(webhook, event, now, { status: 'PENDING', dueAt: event.at });
  return { ...delivery, createdAt: event.at, unstored: true };
}

export function messageOf(delivery: Delivery, lane: DeliveryLane): DeliveryMessage {
  const { webhookId: id, account, webhookCreatedAt: createdAt, sequence, page, turn } = delivery;
  return { webhook: { id, account, createdAt }, sequence, page, turn, lane };
}

/** 2xx: delivered. 410: the receiver wants no more. Anything else is tried again. */
export function judge({ result, httpStatus = 0 }: Attempt): 'delivered' | 'gone' | 'failed' {
  if (result !== 'answered') return 'failed';
  if (httpStatus >= 200 && httpStatus < 300) return 'delivered';
  return httpStatus === 410 ? 'gone' : 'failed';
}

/**
 * Seconds until the next attempt after the one at this step; undefined when the ladder is used up. A
 * receiver's Retry-After (in seconds) is limited to between the ladder's wait and twice that.
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

/** Seconds without attempts after this many failures in a row: the ladder's wait, five minutes at most. */
export function restSeconds(ladder: readonly number[], failures: number): number {
  return Math.min(restSecondsMax, ladder[Math.min(failures, ladder.length) - 1] ?? restSecondsMax);
}

/** The longest that a delivery is parked, in seconds. */
export const parkedSeconds = 6 * 3_600;

/**
 * The range of parked sequence numbers after this one joins; undefined when it may not. The first one parked
 * opens the range: `waitingMax` numbers from it on may wait, and as many before it, which arrive late.
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

/** Seconds until a delivery that found its receiver or account busy is tried again: doubling, with jitter. */
export function busyWait(postponements: number, fraction: number): number {
  return Math.ceil(Math.min(busySecondsMax, 2 ** Math.min(postponements, 10)) * (1 + fraction));
}

/** The receiver's health after one more failed attempt. */
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
