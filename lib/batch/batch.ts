// Defines a batch of payouts, its states and the counts of its lines. After the approval of a batch, its lines become
// ordinary cashouts (docs/decisions/product/batches.md).

import type { AccountRef } from '../base/account-ref.ts';
import type { Cents } from '../base/money.ts';
import type { Approval, Requirement } from '../rules/approvals.ts';
import type { Tally } from './tally.ts';

export type BatchStatus =
  | 'JUDGING'
  | 'AWAITING_APPROVAL'
  | 'REFUSED'
  | 'SCHEDULED'
  | 'PAYING'
  | 'PAUSED'
  | 'STOPPING'
  | 'FINISHED'
  | 'CANCELLED'
  | 'EXPIRED';

type BatchCommand =
  | 'accept'
  | 'refuse'
  | 'approve'
  | 'start'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'expire'
  | 'finish';

/**
 * The allowed transitions. `approve` is the last approval that is needed. A batch without a start changes from
 * SCHEDULED to PAYING at once.
 */
const batchTransitions = {
  JUDGING: { accept: 'AWAITING_APPROVAL', refuse: 'REFUSED', stop: 'CANCELLED' },
  AWAITING_APPROVAL: { approve: 'SCHEDULED', stop: 'CANCELLED', expire: 'EXPIRED' },
  SCHEDULED: { start: 'PAYING', pause: 'PAUSED', stop: 'CANCELLED' },
  PAYING: { pause: 'PAUSED', stop: 'STOPPING', finish: 'FINISHED' },
  PAUSED: { resume: 'PAYING', stop: 'STOPPING', finish: 'FINISHED' },
  STOPPING: { finish: 'FINISHED' },
  REFUSED: {},
  FINISHED: {},
  CANCELLED: {},
  EXPIRED: {},
} as const satisfies Record<BatchStatus, Partial<Record<BatchCommand, BatchStatus>>>;

/** Returns the status after a command, or undefined if the command is not allowed in that status. */
export function nextBatchStatus(status: BatchStatus, command: BatchCommand): BatchStatus | undefined {
  const allowed: Partial<Record<BatchCommand, BatchStatus>> = batchTransitions[status];
  return allowed[command];
}

/**
 * Returns whether a batch has ended before it could pay. If so, another retry may contain its lines. A FINISHED batch
 * can be retried itself, so it never counts as such a batch, even if it has paid nothing: its lines would be paid twice.
 */
export const hasPaidNothing = (status: BatchStatus): boolean =>
  status === 'REFUSED' || status === 'CANCELLED' || status === 'EXPIRED';

/** Why the lines of a batch never start, by the status in which it ended. */
export const neverStarted: Readonly<Partial<Record<BatchStatus, string>>> = {
  CANCELLED: 'The batch was stopped',
  EXPIRED: 'The batch was not approved in time',
};

/** Returns whether a batch has ended. */
export const isOver = (status: BatchStatus): boolean => Object.keys(batchTransitions[status]).length === 0;

/** The reason why a batch starts no further lines. */
export type BatchPause =
  | 'insufficient_funds'
  | 'unknown_keys'
  | 'lookups'
  | 'frozen'
  | 'account_closed'
  | 'limits'
  | 'psp_short'
  | 'psp_stopped'
  | 'approvals';

/** An event that must still be sent. `number`: makes the event's id unique within the batch. */
export type OwedEvent = { name: 'awaiting_approval' | 'paused' | 'finished'; at: string; number: number };

export type Batch = {
  id: string;
  companyId: string;
  account: AccountRef;
  status: BatchStatus;
  name?: string;
  /** The requested start: a day in São Paulo or an instant. `startsAt`: the resulting time (ISO, UTC). */
  scheduledFor?: string;
  startsAt?: string;
  lineCount: number;
  totalCents: Cents;
  /** The idempotency key of the call, in lower case. The keys of the lines are derived from it. */
  key: string;
  /** SHA-256 in hex over the whole content of the batch, with the lines in order. */
  contentDigest: string;
  /** An earlier batch of the account with the same payees and amounts. */
  sameLinesAs?: string;
  /** The finished batch whose unpaid lines this batch pays. */
  retryOf?: string;
  /** The latest batch that retries the unpaid lines of this batch. */
  retriedAs?: string;
  createdAt: string;
  createdBy: string;
  /** The approvals that the rules at the batch's creation require for its total. */
  requires: Requirement;
  approvals: readonly Approval[];
  approvedAt?: string;
  /** An approval after this time is refused (ISO, UTC). */
  approveBy: string;
  /** Whether the available balance covered the total when the batch was judged. */
  hasFunds?: boolean;
  /** The number of wrong lines that were found when the batch was judged. */
  refusedLines?: number;
  /** Cents of the lines that had started but held no money yet at the last step. */
  unheldCents?: number;
  /** `until`: time from which a resumption can start lines again, if that is known (ISO, UTC). */
  paused?: { reason: BatchPause; at: string; until?: string };
  /** While the batch is PAYING: until then no line starts, because look-ups at the PSP are used up (ISO, UTC). */
  waitsUntil?: string;
  /** `by`: the user who stopped the batch; absent if it was stopped because it was paused for too long. */
  stopped?: { by?: string; at: string; reason: string };
  /** The counts of each page of lines, in the order of the pages. */
  tallies: readonly Tally[];
  /** For each of the latest ended lines, at most a hundred: whether its key was unknown or had another owner. */
  misses?: readonly boolean[];
  countedAt?: string;
  endedAt?: string;
  owes?: OwedEvent;
  /** Increased by every write. A write succeeds only if the row still has the revision that was read. */
  revision: number;
  /** Seconds until the next step. They grow while nothing changes. */
  stepSeconds?: number;
  shard?: string;
  dueAt?: string;
  resumes: number;
  /** Time after which the table may delete the rows (seconds since 1970). */
  expiresAt: number;
};

export const linesMost = 5_000;
/** Maximum size of a batch: 4 MB. The event of a Lambda has at most 6 MB. */
export const batchBytesMost = 4 * 1_024 * 1_024;
/** Number of lines in one item of the table. */
export const linesPerPage = 100;
/** Days for which a batch can be read after its creation or its start. */
export const batchDays = 120;
/** Seconds within which a batch must be approved, if the account's rules set no shorter time. */
export const approvalSeconds = 7 * 86_400;
/**
 * Duration of a worker's lease on the batches of an account (ms). It is longer than a step may take (serverless.yml).
 */
export const leaseMs = 40_000;
/** Seconds after which a paused batch is stopped. */
export const pausedSeconds = 7 * 86_400;
