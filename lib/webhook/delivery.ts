// One event on its way to one webhook: what an attempt's answer means, and when the next one comes.

import type { AccountRef } from '../base/account-ref.ts';
import { laneOf } from '../platform/open-work.ts';
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
  account: AccountRef;
  webhookCreatedAt: string;
  eventId: string;
  eventType: string;
  status: DeliveryStatus;
  attempts: number;
  /** Place on the ladder of waits; starts anew when somebody asks for redelivery. */
  step: number;
  /** Grows with every message that is sent for the row: whoever holds an older one stops. */
  turn: number;
  /** The latest attempts, oldest first. */
  log: Attempt[];
  createdAt: string;
  nextAttemptAt?: string;
  /** Place in the index of open work; absent when nothing is to be done. */
  lane?: string;
  dueAt?: string;
  resumes: number;
  /** How often it was put off since the last attempt. */
  postponements: number;
  /** Since when it waits, without a message, for its failing receiver to recover. */
  parkedAt?: string;
  /** Seconds since 1970: when the table may forget the row. */
  expiresAt: number;
};

export type DeliveryLane = 'fast' | 'slow';

/** What a worker is told: keys only, and which turn it is. */
export type DeliveryMessage = { webhook: WebhookRef; sequence: number; turn: number; lane: DeliveryLane };

export const logLengthMax = 30;
const keptDays = 90;

export function forgottenAt(now: Date): number {
  return Math.floor(now.getTime() / 1000) + keptDays * 86_400;
}

export function deliveryLaneOf(webhookId: number, sequence: number): string {
  // The sum spreads one webhook's deliveries; both are far from where numbers lose their last digit.
  return laneOf('delivery', (webhookId % 1_000) + sequence);
}

export function newDelivery(
  webhook: WebhookRef,
  event: { sequence: number; id: string; type: string },
  now: Date,
  state: { status: 'PENDING'; dueAt: string } | { status: 'HELD' },
): Delivery {
  return {
    webhookId: webhook.id,
    sequence: event.sequence,
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

export function messageOf(delivery: Delivery, lane: DeliveryLane): DeliveryMessage {
  const { webhookId: id, account, webhookCreatedAt: createdAt, sequence, turn } = delivery;
  return { webhook: { id, account, createdAt }, sequence, turn, lane };
}

/** 2xx has arrived; 410 wants no more; anything else is tried again. */
export function judge({ result, httpStatus = 0 }: Attempt): 'delivered' | 'gone' | 'failed' {
  if (result !== 'answered') return 'failed';
  if (httpStatus >= 200 && httpStatus < 300) return 'delivered';
  return httpStatus === 410 ? 'gone' : 'failed';
}

/**
 * Seconds until the next attempt after the one at this step; undefined when the ladder is used up. A receiver's
 * Retry-After (in seconds) counts between the ladder's own wait and twice that.
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

/** How long a receiver is left alone after so many failures in a row: the ladder's wait, five minutes at most. */
export function restSeconds(ladder: readonly number[], failures: number): number {
  return Math.min(restSecondsMax, ladder[Math.min(failures, ladder.length) - 1] ?? restSecondsMax);
}

/** How long a delivery waits for a failing receiver if nobody brings it back before. */
export const parkedSeconds = 6 * 3_600;

/**
 * Where deliveries wait for a failing receiver once one of this place in the feed does; undefined when it may not. So many
 * may wait from the first that does, and as many from before it, which came later.
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

/** Seconds until a delivery comes again that found its receiver or its account busy: doubling, spread. */
export function busyWait(postponements: number, fraction: number): number {
  return Math.ceil(Math.min(busySecondsMax, 2 ** Math.min(postponements, 10)) * (1 + fraction));
}

/** The receiver's behaviour after one more failed attempt. */
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
