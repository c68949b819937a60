// A webhook: where an account's events go (spec: Webhook registration, Events), and how its receiver has been
// behaving.

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

/** What an event may be; ALL is only something to ask for. */
export type EventType = Exclude<WebhookType, 'ALL'>;

/** Where a registration is stored, and all that a message needs to say of it. */
export type WebhookRef = { id: number; account: AccountRef; createdAt: string };

/** What only the receiver and we may know. */
export type WebhookSecrets = {
  authorizationToken?: string;
  functionsKey?: string;
  /** whsec_ and base64, as Standard Webhooks has it. */
  secret: string;
  /** After a rotation: each signs beside the new one until then (ISO, UTC); the latest first. */
  oldSecrets: { secret: string; until: string }[];
};

/** The client that set an address, and the user it acts for: who hears what is sent there. */
export type Setter = { clientId: string; userId: string };

export type Webhook = Registration & WebhookSecrets;

/** A webhook without its secrets. */
export type Registration = WebhookRef & {
  companyId: string;
  url: string;
  type: WebhookType;
  /** Absent in those registered before this was kept. */
  setBy?: Setter;
  updatedAt: string;
  /** The last update's own mark, by which it knows its write again. */
  updateAttempt?: string;
  health: WebhookHealth;
};

export type WebhookHealth = {
  /** Attempts failed in a row. */
  failures: number;
  failingSince?: string;
  /** Until then a failing receiver is left alone. */
  restUntil?: string;
  /** Absent until it has been measured. */
  pace?: Pace;
  /** While it fails: when the delivery comes that tries it for all that wait. */
  probeAt?: string;
  /** Deliveries from one place in the feed up to another, that one not included, wait for it to recover. */
  waiting?: { from: number; before: number };
  /** The `failingSince` of which the account has been told that no more can wait. */
  fullSince?: string;
  /** No attempt is made any more. */
  paused?: { at: string; reason: PauseReason };
};

/**
 * `failing`: its receiver has done nothing else for too long. `gone`: it said 410. `right_lost`: whoever set its address
 * may not hear of the account any more. `operator`: one has paused it, and one alone resumes it.
 */
export const pauseReasons = ['failing', 'gone', 'right_lost', 'operator'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** When an edit was made: later than the one before even within one millisecond, so that two at once are two (ISO, UTC). */
export function editedAt({ updatedAt }: Pick<Registration, 'updatedAt'>, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(updatedAt) + 1)).toISOString();
}

export const healthy: WebhookHealth = { failures: 0 };

/** What counts of a receiver after a pause: how quick it is, and what waits for it. */
export function resumed({ pace, waiting }: WebhookHealth): WebhookHealth {
  return { ...healthy, ...(pace ? { pace } : {}), ...(waiting ? { waiting } : {}) };
}

const rotationHours = 24;

/** The end of the old secret's life, seconds from a rotation. */
export const rotationSeconds = rotationHours * 3_600;

export const setterOf = ({ clientId, userId }: Setter): Setter => ({ clientId, userId });

/** One delivery for each registration, however many of an event's types it asks for. */
export function wants({ type }: Pick<Webhook, 'type'>, types: readonly EventType[]): boolean {
  return types.length > 0 && (type === 'ALL' || types.includes(type));
}

/**
 * Whether deliveries go on the slow lane, where they have time for an answer and keep nobody waiting who answers
 * promptly. Only who has answered promptly is on the fast one.
 */
export function isSlow({ failures, pace }: WebhookHealth): boolean {
  return failures > 0 || !pace?.isPrompt;
}

/** Attempts on the slow lane that one account's receivers may hold at a time: a fifth of its workers. */
export const slowAttemptsMax = 10;

/** The secrets that sign: the current one, and each one before it for a day. */
export function signingSecrets({ secret, oldSecrets }: Webhook, now: Date): string[] {
  const alive = oldSecrets.filter(({ until }) => until > now.toISOString());
  return [secret, ...alive.map((old) => old.secret)];
}

/** Enough for a rotation that is repeated because its answer was lost. */
const oldSecretsMax = 5;

/** What a rotation leaves: the new secret, and what it replaces for a day. */
export function rotate({ secret, oldSecrets }: Webhook, next: string, until: string) {
  return { secret: next, oldSecrets: [{ secret, until }, ...oldSecrets].slice(0, oldSecretsMax) };
}
