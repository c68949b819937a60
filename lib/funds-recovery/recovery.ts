// Defines the recovery of a payout that was a fraud, its states, and the rules about it. A payment has at most one
// recovery. The recovery moves no money: what comes back is a return of the payment.

import type { AccountRef } from '../base/account-ref.ts';
import type { CallerCode } from '../base/errors.ts';
import type { Cashout } from '../cashout/cashout.ts';
import type { RecoveryOrder, TakenRecovery } from '../network/recoveries.ts';

/**
 * REQUESTED: stored, and the PSP has not said yet that it has it, or a person at the operator asks the PSP. UNDER_WAY:
 * the PSP has it. The others are final. BY_HAND: a person at the operator has dealt with it.
 */
export const statuses = ['REQUESTED', 'UNDER_WAY', 'COMPLETED', 'REFUSED', 'CANCELLED', 'BY_HAND'] as const;
export type RecoveryStatus = (typeof statuses)[number];

export type Recovery = RecoveryOrder & {
  /** The payment's id, which is the recovery's too. */
  cashoutId: number;
  companyId: string;
  account: AccountRef;
  /** The name of our account at the PSP that paid. */
  sentTo: string;
  status: RecoveryStatus;
  requestedAt: string;
  requestedBy: string;
  /** Tells a repeated write of the same request from the request of somebody else. */
  attempt: string;
  /** The PSP's id and its own word for the status. */
  pspId?: string;
  pspStatus?: string;
  /** Why it was refused, in the PSP's words. */
  refusal?: string;
  /** When the PSP was last asked to take it (ISO, UTC). Stored before the call. */
  askedAt: string;
  /** When a user asked to cancel it, and the PSP has not answered yet (ISO, UTC). */
  cancelAskedAt?: string;
  /** Why the PSP did not cancel it, in its words. */
  cancelRefusal?: string;
  /** Id of the incident by which a person was asked. Absent again once the PSP has the recovery. */
  incident?: string;
  updatedAt: string;
  endedAt?: string;
  /** Counts the writes of the row, from 1. */
  revision: number;
};

const dayMs = 86_400_000;
/** Time after the payment in which a recovery may be requested (ms): 80 days, to the second (docs/med.md has their source). */
const requestForMs = 80 * dayMs;
/** Time after the request in which the PSP is asked (ms). After it a person is asked. */
export const followForMs = 90 * dayMs;
/** Time after a call in which the request may still be on its way to the PSP (ms). Before, nothing is asked again. */
const settlesMs = 120_000;
/** Time after the request after which a person is asked if the PSP has not said that it has the recovery (ms). */
export const silentForMs = 3_600_000;

/** Returns whether an earlier request cannot arrive at the PSP any more. */
export const isSettled = ({ askedAt }: Pick<Recovery, 'askedAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(askedAt) >= settlesMs;

/** Returns the age of a recovery in milliseconds. */
export const ageOf = ({ requestedAt }: Pick<Recovery, 'requestedAt'>, now: Date): number =>
  now.getTime() - Date.parse(requestedAt);

export const isOver = ({ status }: Pick<Recovery, 'status'>): boolean =>
  status !== 'REQUESTED' && status !== 'UNDER_WAY';

/** Returns whether a person at the operator deals with the recovery. */
export const isWithPerson = (recovery: Recovery): boolean =>
  recovery.incident !== undefined && !isOver(recovery);

/**
 * Returns why no recovery of a payment can be requested, or undefined. Refuses a payment that is not paid, that was
 * returned in full, that was paid inside this institution, or that was paid more than 80 days before `now`.
 */
export function whyNotRecoverable(cashout: Cashout, now: Date): CallerCode | undefined {
  const { status, sentTo, endToEndId, endedAt, recipient, receipt } = cashout;
  if (status === 'REFUNDED') return 'recovery_returned';
  if (status !== 'SUCCESS' || endedAt === undefined) return 'recovery_not_paid';
  if (recipient?.ownAccount || receipt) return 'recovery_inside';
  if (sentTo === undefined || endToEndId === undefined) return 'recovery_inside';
  return now.getTime() - Date.parse(endedAt) > requestForMs ? 'recovery_too_late' : undefined;
}

export const isSameRequest = (
  one: Pick<RecoveryOrder, 'situation' | 'details'>,
  other: Pick<RecoveryOrder, 'situation' | 'details'>,
): boolean => one.situation === other.situation && one.details === other.details;

type Change = Pick<Recovery, 'status' | 'updatedAt'> & Partial<Recovery>;

/** Returns what changes when the PSP says that it has the recovery. `at`: ISO, UTC. */
export function takenChange(recovery: Recovery, taken: TakenRecovery, at: string): Change | undefined {
  const status = ({ open: 'UNDER_WAY', completed: 'COMPLETED', cancelled: 'CANCELLED' } as const)[
    taken.state
  ];
  if (status === recovery.status && taken.status === recovery.pspStatus && taken.id === recovery.pspId)
    return undefined;
  const ended = taken.state === 'open' ? {} : { endedAt: at };
  return { status, pspId: taken.id, pspStatus: taken.status, updatedAt: at, ...ended };
}
