// Defines a session of the console: one person in one company, or an operator. A session ends after a time without use,
// and at the latest after a working day.

import { createHash } from 'node:crypto';
import type { Identity, PersonAudience } from '../access/tokens.ts';
import type { Cents } from '../base/money.ts';
import type { Situation } from '../base/situations.ts';
import type { Proven } from './provider.ts';

export type Session = {
  /** SHA-256 of the id in hex. Only the browser has the id itself. */
  hash: string;
  clientId: string;
  companyId: string;
  userId: string;
  /** Ids of all clients that the person may use: one for each company, at most a hundred. */
  clientIds: readonly string[];
  /** Hash of the person's id at the identity provider. Absent in sessions of earlier versions. */
  person?: string;
  /** Present only in the session of an operator. */
  audience?: PersonAudience;
  /** Times (ISO, UTC). `usedAt` is written at most every five minutes. */
  createdAt: string;
  usedAt: string;
};

/** A sign-in in progress. The provider's answer must match these values. A sign-in can be used once. */
export type SignIn = {
  hash: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Path in the console that the person wanted. */
  to: string;
  /** The client of the company that the person has chosen. */
  clientId?: string;
  /** Hash of the code of an invitation that the person accepts. */
  invitation?: string;
  createdAt: string;
};

/** A cashout as it was shown: its id, and the digest of its content. */
export type SeenCashout = { id: number; content_digest: string };
/** A batch as it was shown, and the approver's action. A resumed batch may need an approval, too. */
export type SeenBatch = { batch: string; act: 'approve' | 'resume'; content_digest: string };
/** A change that one operator has proposed, as it was shown to another operator. */
export type SeenProposal = { proposal: string; content_digest: string };
/**
 * A refund of a paid QR code as it was shown: the id of the code, its payment, the amount left of the payment, and the
 * amount to refund (cents). The idempotency key ensures that the refund is requested only once.
 */
export type SeenRefund = {
  refund: number;
  end_to_end_id: string;
  left_cents: Cents;
  amount_cents: Cents;
  information: string;
  idempotency_key: string;
};
/** A recovery of a payment as it was shown: the payment, what is done, and what the PSP is told. */
export type SeenRecovery = {
  recovery: number;
  act: 'request' | 'cancel';
  end_to_end_id: string;
  situation: Situation;
  details: string;
};
export type Seen = SeenCashout | SeenBatch | SeenProposal | SeenRefund | SeenRecovery;
export const isSeenRecovery = (one: Seen): one is SeenRecovery => 'recovery' in one;
export const isSeenBatch = (one: Seen): one is SeenBatch => 'batch' in one;
export const isSeenProposal = (one: Seen): one is SeenProposal => 'proposal' in one;
export const isSeenRefund = (one: Seen): one is SeenRefund => 'refund' in one;
export const isSeenCashout = (one: Seen): one is SeenCashout => 'id' in one;

/** The items that a person is about to decide on. `nonce`: makes the challenge to a passkey unguessable. */
export type StepUp = {
  hash: string;
  sessionHash: string;
  nonce: string;
  items: readonly Seen[];
  createdAt: string;
};

/** A passkey that a person is about to add. `nonce`: the challenge to the new passkey, in hex. */
export type Enrolment = { hash: string; sessionHash: string; nonce: string; name: string; createdAt: string };

const minute = 60_000;
/** `idleMs`: a session ends after this time without use. `wholeMs`: it ends after this time in any case. */
const lives = {
  console: { idleMs: 30 * minute, wholeMs: 12 * 60 * minute },
  desk: { idleMs: 15 * minute, wholeMs: 8 * 60 * minute },
};
/** Maximum duration of any session, in milliseconds. */
export const wholeMs = lives.console.wholeMs;
/** Age of the last recorded use, in milliseconds, from which a new use is recorded. */
const noteMs = 5 * minute;
/** Time in milliseconds that a person has for signing in at the provider. */
export const signInMs = 10 * minute;

/** Time in milliseconds for which a step-up or an enrolment is valid. */
export const stepMs = 2 * minute;

/** Maximum number of a person's companies, including those whose client was closed. */
export const companiesMost = 100;

/** Returns the SHA-256 of an id in a cookie or a form, in hex. */
export const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** Returns the hash that identifies a person of the provider. */
export const personOf = ({ issuer, subject }: Proven): string => hashOf(JSON.stringify([issuer, subject]));

const age = (since: string, now: Date) => now.getTime() - Date.parse(since);

export function isLive({ createdAt, usedAt, audience = 'console' }: Session, now: Date): boolean {
  const life = lives[audience];
  return age(usedAt, now) < life.idleMs && age(createdAt, now) < life.wholeMs;
}

/** Returns whether a sign-out everywhere has ended the session. @param sessionsFrom time of the user's last sign-out */
export const isEnded = ({ createdAt }: Session, sessionsFrom = ''): boolean => createdAt <= sessionsFrom;

export const isToNote = ({ usedAt }: Session, now: Date): boolean => age(usedAt, now) >= noteMs;

export const isOpen = ({ createdAt }: SignIn, now: Date): boolean => age(createdAt, now) < signInMs;

export const isStepOpen = ({ createdAt }: StepUp | Enrolment, now: Date): boolean =>
  age(createdAt, now) < stepMs;

export const identityOf = ({ clientId, companyId, userId, audience = 'console' }: Session): Identity => ({
  clientId,
  companyId,
  userId,
  audience,
});
