// Defines a webhook, which is the receiver of an account's events (spec: Webhook registration, Events), and the
// receiver's health.

import type { AccountRef } from '../base/account-ref.ts';
import type { Pace } from './receiver-pace.ts';

export const webhookTypes = [
  'ALL',
  'INTERNAL',
  'INTERNAL APPROVE',
  'INTEGRATION',
  'CASHIN',
  'CASHOUT',
  'PIX_CASHOUT_CREATED',
  'PIX_CASHOUT_SUCCESS',
] as const;
export type WebhookType = (typeof webhookTypes)[number];

/** The types of events. ALL can only be the type of a registration. */
export type EventType = Exclude<WebhookType, 'ALL'>;

/** The key of a registration. Messages identify a webhook only by this key. */
export type WebhookRef = { id: number; account: AccountRef; createdAt: string };

/** Secrets that only the receiver and we know. */
export type WebhookSecrets = {
  authorizationToken?: string;
  functionsKey?: string;
  /** The secret: `whsec_` and base64 (Standard Webhooks). */
  secret: string;
  /** Secrets before a rotation. Each of them also signs until its end (ISO, UTC); latest first. */
  oldSecrets: { secret: string; until: string }[];
};

/**
 * The client that set the address, and the user for which it acts. They control the address to which deliveries are
 * sent.
 */
export type Setter = { clientId: string; userId: string };

export type Webhook = Registration & WebhookSecrets;

/** A webhook without its secrets. */
export type Registration = WebhookRef & {
  companyId: string;
  url: string;
  type: WebhookType;
  /** Absent if the webhook was registered before this field existed. */
  setBy?: Setter;
  updatedAt: string;
  /** Identifies the last update, so that an update that is repeated recognises its own write. */
  updateAttempt?: string;
  health: WebhookHealth;
};

export type WebhookHealth = {
  /** Number of consecutive failed attempts. */
  failures: number;
  failingSince?: string;
  /** Time before which no attempt is made to a failing receiver. */
  restUntil?: string;
  /** The receiver's speed of answering; absent before the first measurement. */
  pace?: Pace;
  /** Time of the next probe of a failing receiver. A probe is the only delivery that tries the receiver. */
  probeAt?: string;
  /** The range of sequence numbers in which deliveries are parked (`before` is excluded). */
  waiting?: { from: number; before: number };
  /** The `failingSince` of the period of failure for which `webhook.backlog_full` was sent. */
  fullSince?: string;
  /** Present while the webhook is paused. Then no attempt is made. */
  paused?: { at: string; reason: PauseReason };
};

/**
 * Reasons for a pause. `failing`: every attempt has failed for too long. `gone`: the receiver answered 410.
 * `right_lost`: the client that set the address has lost its right to the events. `operator`: an operator paused the
 * webhook, and only an operator resumes it.
 */
export const pauseReasons = ['failing', 'gone', 'right_lost', 'operator'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/**
 * Returns the time of an edit (ISO, UTC). It is always later than the edit before, so that two edits in one millisecond
 * differ.
 */
export function editedAt({ updatedAt }: Pick<Registration, 'updatedAt'>, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updatedAt) + 1)).toISOString();
}

export const healthy: WebhookHealth = { failures: 0 };

/**
 * Returns the health of a webhook that is resumed after a pause. The pace and the range of parked deliveries are kept.
 */
export function resumed({ pace, waiting }: WebhookHealth): WebhookHealth {
  return { ...healthy, ...(pace ? { pace } : {}), ...(waiting ? { waiting } : {}) };
}

const rotationHours = 24;

/** Seconds for which the old secret still signs after a rotation. */
export const rotationSeconds = rotationHours * 3_600;

export const setterOf = ({ clientId, userId }: Setter): Setter => ({ clientId, userId });

/** Returns whether a webhook gets an event. It gets one delivery, however many types match. */
export function wants({ type }: Pick<Webhook, 'type'>, types: readonly EventType[]): boolean {
  return types.length > 0 && (type === 'ALL' || types.includes(type));
}

/**
 * Returns whether deliveries use the slow queue, which has a longer timeout and does not delay prompt receivers. Only a
 * receiver that has answered promptly uses the fast queue.
 */
export function isSlow({ failures, pace }: WebhookHealth): boolean {
  return failures > 0 || !pace?.isPrompt;
}

/** Maximum number of concurrent attempts on the slow queue for one account: a fifth of the queue's workers. */
export const slowAttemptsMax = 10;

/** Returns the secrets that sign: the current secret, and each earlier secret for a day. */
export function signingSecrets({ secret, oldSecrets }: Webhook, now: Date): string[] {
  const alive = oldSecrets.filter(({ until }) => until > now.toISOString());
  return [secret, ...alive.map((old) => old.secret)];
}

/** Maximum number of old secrets. It is enough for a rotation that is repeated because its answer was lost. */
const oldSecretsMax = 5;

/** Returns the secrets after a rotation: the new secret, and the latest old secrets. */
export function rotate({ secret, oldSecrets }: Webhook, next: string, until: string) {
  return { secret: next, oldSecrets: [{ secret, until }, ...oldSecrets].slice(0, oldSecretsMax) };
}
