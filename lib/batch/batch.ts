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

/** `approve`: by the last user that is needed. A batch without a start goes from SCHEDULED to PAYING at once. */
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

/** The status after a command; undefined if the command is not allowed in that status. */
export function nextBatchStatus(status: BatchStatus, command: BatchCommand): BatchStatus | undefined {
  const allowed: Partial<Record<BatchCommand, BatchStatus>> = batchTransitions[status];
  return allowed[command];
}

/** The batch has ended and has not paid anything, so its lines may be in another retry. */
export const hasPaidNothing = (status: BatchStatus): boolean =>
  status === 'REFUSED' || status === 'CANCELLED' || status === 'EXPIRED';

/** Nothing more happens to such a batch. */
export const isOver = (status: BatchStatus): boolean => Object.keys(batchTransitions[status]).length === 0;

/** Why a batch starts no further lines. */
export type BatchPause =
  | 'insufficient_funds'
  | 'unknown_keys'
  | 'frozen'
  | 'account_closed'
  | 'limits'
  | 'approvals';

/** An event that is not sent yet. `number`: makes its id unique within the batch. */
export type OwedEvent = { name: 'awaiting_approval' | 'paused' | 'finished'; at: string; number: number };

export type Batch = {
  id: string;
  companyId: string;
  account: AccountRef;
  status: BatchStatus;
  name?: string;
  /** As asked: a day in São Paulo or an instant. `startsAt`: ISO, UTC. */
  scheduledFor?: string;
  startsAt?: string;
  lineCount: number;
  totalCents: Cents;
  /** The key of the call, in lower case. The keys of lines are derived from it. */
  key: string;
  /** SHA-256 in hex over everything that the batch pays, in order. */
  contentDigest: string;
  /** An earlier batch of the account with the same payees and amounts. */
  sameLinesAs?: string;
  /** The finished batch whose unpaid lines it pays. */
  retryOf?: string;
  /** The latest batch that pays the unpaid lines of this one. */
  retriedAs?: string;
  createdAt: string;
  createdBy: string;
  /** The approvals required by the rules at its creation, for its total. */
  requires: Requirement;
  approvals: readonly Approval[];
  approvedAt?: string;
  /** An approval after this time is refused (ISO, UTC). */
  approveBy: string;
  /** Whether the available balance covered the total when it was judged. */
  hasFunds?: boolean;
  /** The number of lines that were found faulty when it was judged. */
  refusedLines?: number;
  /** Cents of the lines that have started and held no money yet at the last step. */
  unheldCents?: number;
  paused?: { reason: BatchPause; at: string };
  /** `by`: the user; absent if it was paused for too long. */
  stopped?: { by?: string; at: string; reason: string };
  /** The count of each page of lines, in order. */
  tallies: readonly Tally[];
  /** The latest ended lines, at most a hundred: whether each had an unknown key or another owner. */
  misses?: readonly boolean[];
  countedAt?: string;
  endedAt?: string;
  owes?: OwedEvent;
  /** Increased by every write. A write succeeds only on the revision that was read. */
  revision: number;
  /** Seconds until the next step; longer while nothing changes. */
  stepSeconds?: number;
  shard?: string;
  dueAt?: string;
  resumes: number;
  /** Seconds since 1970 after which the table may delete the rows. */
  expiresAt: number;
};

export const linesMost = 5_000;
/** The most bytes of a batch: 4 MB. Lambda accepts an event of 6 MB. */
export const batchBytesMost = 4 * 1_024 * 1_024;
/** Lines in one item of the table. */
export const linesPerPage = 100;
/** Days for which a batch can be read, from its creation or its start. */
export const batchDays = 120;
/** Without a rule of the account about expiry, an approval comes within this time. */
export const approvalSeconds = 7 * 86_400;
/** Time for which a worker has the batches of an account, longer than a step may take (serverless.yml) (ms). */
export const leaseMs = 40_000;
/** A batch that stays paused for this time is stopped. */
export const pausedSeconds = 7 * 86_400;
