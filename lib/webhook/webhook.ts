// A webhook: the receiver of an account's events (spec: Webhook registration, Events), and the receiver's health.

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

/** The types of an event. ALL exists only for registrations. */
export type EventType = Exclude<WebhookType, 'ALL'>;

/** The key of a registration; messages contain only this. */
export type WebhookRef = { id: number; account: AccountRef; createdAt: string };

/** Secrets shared by the receiver and us only. */
export type WebhookSecrets = {
  authorizationToken?: string;
  functionsKey?: string;
  /** `whsec_` and base64 (Standard Webhooks). */
  secret: string;
  /** After a rotation: each also signs until its end (ISO, UTC); latest first. */
  oldSecrets: { secret: string; until: string }[];
};

/** The client that set the address, and the user it acts for. They receive the deliveries at this address. */
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
  /** Identifies the last update, so that a repeated one recognises its own write. */
  updateAttempt?: string;
  health: WebhookHealth;
};

export type WebhookHealth = {
  /** Consecutive failed attempts. */
  failures: number;
  failingSince?: string;
  /** No attempt to a failing receiver before this time. */
  restUntil?: string;
  /** Absent before the first measurement. */
  pace?: Pace;
  /** While it fails: time of the next probe, the only delivery that tries it. */
  probeAt?: string;
  /** The range of sequence numbers (`before` excluded) whose deliveries are parked. */
  waiting?: { from: number; before: number };
  /** The `failingSince` of the period for which `webhook.backlog_full` was sent. */
  fullSince?: string;
  /** While this is set, no attempt is made. */
  paused?: { at: string; reason: PauseReason };
};

/**
 * `failing`: it has only failed for too long. `gone`: it answered 410. `right_lost`: the client that set its address
 * has lost its right. `operator`: an operator paused it, and only an operator resumes it.
 */
export const pauseReasons = ['failing', 'gone', 'right_lost', 'operator'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Time of an edit (ISO, UTC): always later than the one before, so that two edits in one millisecond differ. */
export function editedAt({ updatedAt }: Pick<Registration, 'updatedAt'>, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updatedAt) + 1)).toISOString();
}

export const healthy: WebhookHealth = { failures: 0 };

/** The health after a pause: the pace and the parked range are kept. */
export function resumed({ pace, waiting }: WebhookHealth): WebhookHealth {
  return { ...healthy, ...(pace ? { pace } : {}), ...(waiting ? { waiting } : {}) };
}

const rotationHours = 24;

/** Seconds that the old secret still signs after a rotation. */
export const rotationSeconds = rotationHours * 3_600;

export const setterOf = ({ clientId, userId }: Setter): Setter => ({ clientId, userId });

/** Whether a webhook gets an event. It gets one delivery, however many types match. */
export function wants({ type }: Pick<Webhook, 'type'>, types: readonly EventType[]): boolean {
  return types.length > 0 && (type === 'ALL' || types.includes(type));
}

/**
 * Whether deliveries use the slow queue, which has a longer timeout and does not delay prompt receivers. Only a
 * receiver that has answered promptly uses the fast queue.
 */
export function isSlow({ failures, pace }: WebhookHealth): boolean {
  return failures > 0 || !pace?.isPrompt;
}

/** Most concurrent attempts on the slow queue for one account: a fifth of the queue's workers. */
export const slowAttemptsMax = 10;

/** The secrets that sign: the current one, and each earlier one for a day. */
export function signingSecrets({ secret, oldSecrets }: Webhook, now: Date): string[] {
  const alive = oldSecrets.filter(({ until }) => until > now.toISOString());
  return [secret, ...alive.map((old) => old.secret)];
}

/** Enough for a rotation that is repeated because its answer was lost. */
const oldSecretsMax = 5;

/** The secrets after a rotation: the new one, and the old ones until they expire. */
export function rotate({ secret, oldSecrets }: Webhook, next: string, until: string) {
  return { secret: next, oldSecrets: [{ secret, until }, ...oldSecrets].slice(0, oldSecretsMax) };
}
