// Defines a proposal: a change that one operator proposes and another operator confirms. It is an operator's call that
// has not been made yet.

import { createHash } from 'node:crypto';
import type { SignedIn } from '../sign-in/sign-in.ts';

/** A call as it will be made, without the operators. */
export type ProposedCall = Readonly<Record<string, unknown>> & { action: string };

export type Proposal = {
  id: string;
  /** The call as JSON text, so that the digest is of exactly this text. */
  call: string;
  /**
   * Time (ISO, UTC), and the proposer. `person`: hash of the person's id at the identity provider; one person may have
   * several users.
   */
  at: string;
  by: string;
  userId: string;
  /** The proposal counts only while this client is open, so proposals of an operator who has left do not count. */
  clientId: string;
  person?: string;
  state: 'open' | 'confirmed' | 'withdrawn';
  /** Time (ISO, UTC), and the operator who has confirmed or withdrawn the proposal. */
  decidedAt?: string;
  decidedBy?: string;
  /** Time after which the table deletes the row, in seconds since 1970. */
  expiresAt: number;
};

/** Time in seconds in which a proposal can be confirmed. */
const openSeconds = 3 * 86_400;
/** Time in seconds for which a proposal is kept. */
export const keptSeconds = 90 * 86_400;

export const isOpen = ({ state, at }: Proposal, now: Date): boolean =>
  state === 'open' && now.getTime() - Date.parse(at) < openSeconds * 1_000;

export const callIn = ({ call }: Proposal): ProposedCall => JSON.parse(call) as ProposedCall;

/** Returns the SHA-256 (hex) of what is confirmed. @param basis the values that the change replaces, as text */
export const digestOf = ({ id, call, at, userId }: Proposal, basis: string): string =>
  createHash('sha256')
    .update(JSON.stringify([id, call, at, userId, basis]))
    .digest('hex');

/** Returns the name of an operator of the desk, for the audit. */
export const nameOf = ({ caller: { userName, userId } }: SignedIn): string =>
  `${userName ?? 'operator'} (${userId})`;

type Operator = { userId: string; person?: string | undefined };

/** Returns whether this operator is a person other than the proposer. A person with two users is one person. */
export const isAnother = (proposal: Proposal, { userId, person }: Operator): boolean =>
  proposal.userId !== userId &&
  proposal.person !== undefined &&
  person !== undefined &&
  proposal.person !== person;
