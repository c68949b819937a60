// A session of the console: one person in one company, or an operator. It ends without use, and after a working day in any case.

import { createHash } from 'node:crypto';
import type { Identity, PersonAudience } from '../access/tokens.ts';
import type { Cents } from '../base/money.ts';
import type { Proven } from './provider.ts';

export type Session = {
  /** SHA-256 of the id in hex. Only the browser has the id itself. */
  hash: string;
  clientId: string;
  companyId: string;
  userId: string;
  /** Ids of all clients that the person may use: one for each company, at most twenty. */
  clientIds: readonly string[];
  /** Hash of the person at the provider. Absent in sessions of earlier versions. */
  person?: string;
  /** Of an operator. Absent in the session of a company's person. */
  audience?: PersonAudience;
  /** ISO, UTC. `usedAt` is written at most every five minutes. */
  createdAt: string;
  usedAt: string;
};

/** A sign-in under way: what the answer of the provider must fit. It can be used once. */
export type SignIn = {
  hash: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Path in the console that the person wanted. */
  to: string;
  /** Of the company that the person has chosen. */
  clientId?: string;
  /** The code of an invitation that the person accepts. */
  invitation?: string;
  createdAt: string;
};

/** A cashout as it was shown: its id, and the digest of its content. */
export type SeenCashout = { id: number; content_digest: string };
/** A batch as it was shown, and what its approver does: a resumed batch may need an approval, too. */
export type SeenBatch = { batch: string; act: 'approve' | 'resume'; content_digest: string };
/** A change that one operator has proposed, as it was shown to another one. */
export type SeenProposal = { proposal: string; content_digest: string };
/**
 * A refund of a paid QR code as it was shown: id of the code, its payment, what was left of it, and what is given back (cents). With
 * its key, it is requested once.
 */
export type SeenRefund = {
  refund: number;
  end_to_end_id: string;
  left_cents: Cents;
  amount_cents: Cents;
  information: string;
  idempotency_key: string;
};
export type Seen = SeenCashout | SeenBatch | SeenProposal | SeenRefund;
export const isSeenBatch = (one: Seen): one is SeenBatch => 'batch' in one;
export const isSeenProposal = (one: Seen): one is SeenProposal => 'proposal' in one;
export const isSeenRefund = (one: Seen): one is SeenRefund => 'refund' in one;
export const isSeenCashout = (one: Seen): one is SeenCashout => 'id' in one;

/** What a person is about to decide. `nonce`: makes the challenge to a passkey unguessable. */
export type StepUp = {
  hash: string;
  sessionHash: string;
  nonce: string;
  items: readonly Seen[];
  createdAt: string;
};

/** A passkey that a person is about to add. `nonce`: the challenge to it, in hex. */
export type Enrolment = { hash: string; sessionHash: string; nonce: string; name: string; createdAt: string };

const minute = 60_000;
/** `idleMs`: a session ends after this time without use. `wholeMs`: it ends after this time in any case. */
const lives = {
  console: { idleMs: 30 * minute, wholeMs: 12 * 60 * minute },
  desk: { idleMs: 15 * minute, wholeMs: 8 * 60 * minute },
};
/** The longest life of a session (ms). */
export const wholeMs = lives.console.wholeMs;
/** A use is noted if the last note is older (ms). */
const noteMs = 5 * minute;
/** A person has this time at the provider (ms). */
export const signInMs = 10 * minute;

/** A step-up and an enrolment count for this time (ms). */
export const stepMs = 2 * minute;

/** Of an id in a cookie or a form, in hex. */
export const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** A person of the provider, as a hash. */
export const personOf = ({ issuer, subject }: Proven): string => hashOf(JSON.stringify([issuer, subject]));

const age = (since: string, now: Date) => now.getTime() - Date.parse(since);

export function isLive({ createdAt, usedAt, audience = 'console' }: Session, now: Date): boolean {
  const life = lives[audience];
  return age(usedAt, now) < life.idleMs && age(createdAt, now) < life.wholeMs;
}

/** @param sessionsFrom of the user: the person has signed out everywhere */
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
