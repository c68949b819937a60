// Writes the changes of a step, together with the event to send and the time of the next step.

import { addSeconds } from '../base/time.ts';
import type { Base } from '../platform/deps.ts';
import { shardOf } from '../platform/open-work.ts';
import { delaySecondsMax } from '../platform/work-queues.ts';
import {
  type Batch,
  type BatchStatus,
  isOver,
  neverStarted,
  type OwedEvent,
  pausedSeconds,
} from './batch.ts';
import type { Page } from './batch-store.ts';
import type { WithBatches, WithBatchQueue } from './deps.ts';
import { asNotStarted, type Tally, tallyOf, totals } from './tally.ts';

/** The batch after a step. Undefined if another write has changed the batch; that write also sent the next message. */
export type Outcome = Batch | undefined;

/** Seconds between two steps: the minimum and the maximum. While nothing changes, the seconds double. */
export const [stepSecondsMin, stepSecondsMax] = [5, 1_800];

/**
 * Returns whether a message starts the next step. If the wait is too long for SQS, resume-stalled finds the row by its
 * `dueAt` and sends the message.
 */
export const isSoon = ({ stepSeconds = stepSecondsMin }: Pick<Batch, 'stepSeconds'>): boolean =>
  stepSeconds <= delaySecondsMax;

const events: Partial<Record<BatchStatus, OwedEvent['name']>> = {
  AWAITING_APPROVAL: 'awaiting_approval',
  PAUSED: 'paused',
  REFUSED: 'finished',
  FINISHED: 'finished',
  CANCELLED: 'finished',
  EXPIRED: 'finished',
};

type Wanted = Partial<Omit<Batch, 'status'>> & {
  /** Undefined if the status does not change. */
  status?: BatchStatus | undefined;
  remove?: (keyof Batch & string)[];
};

/** Sends the batch to a worker. If this fails, resume-stalled sends the batch when its row is due. */
export async function wake(deps: Base & WithBatchQueue, batch: Batch): Promise<void> {
  await deps.queues
    .sendBatch(batch)
    .catch((error) => deps.log.error('batch not sent', { batchId: batch.id }, error));
}

export function moved(
  deps: Base & WithBatches,
  read: Batch,
  { status = read.status, remove = [], ...fields }: Wanted,
  pages: readonly Page[] = [],
): Promise<Outcome> {
  const now = deps.now();
  const at = now.toISOString();
  const name = status === read.status ? undefined : events[status];
  const set: Partial<Batch> = {
    ...fields,
    ...(pages.length > 0 || neverStarted[status] ? { tallies: talliesAfter(read, status, pages) } : {}),
    status,
    ...(isOver(status) && !read.endedAt ? { endedAt: at } : {}),
    ...(name ? { owes: { name, at, number: read.revision + 1 } } : {}),
  };
  const next = { ...read, ...set };
  for (const field of remove) delete next[field];
  const dueAt = dueAtOf(next, now, deps.config.RESUME_AFTER_SECONDS);
  return dueAt === undefined
    ? deps.batches.move(read, { set, remove: [...remove, 'shard', 'dueAt'] }, pages)
    : deps.batches.move(read, { set: { ...set, dueAt, shard: batchShard(read.id) }, remove }, pages);
}

/** Returns the counts after these pages were written. The waiting lines of a batch that never starts will not start. */
function talliesAfter({ tallies }: Batch, status: BatchStatus, pages: readonly Page[]): Tally[] {
  const after = withTallies(tallies, pages);
  return neverStarted[status] ? after.map(asNotStarted) : after;
}

export const withTallies = (tallies: readonly Tally[], pages: readonly Page[]): Tally[] =>
  tallies.map((tally, index) => {
    const page = pages.find((one) => one.index === index);
    return page ? tallyOf(page.lines) : tally;
  });

export const batchShard = (id: string) => shardOf('batch', Number.parseInt(id.slice(0, 8), 16));

/** Returns the time at which resume-stalled sends the batch to a worker, unless a message comes first. */
function dueAtOf(batch: Batch, now: Date, graceSeconds: number): string | undefined {
  const { status, owes, approveBy, startsAt, paused, stepSeconds = 0 } = batch;
  if (owes) return addSeconds(now, graceSeconds);
  if (status === 'AWAITING_APPROVAL') return approveBy;
  if (status === 'SCHEDULED') return startsAt ?? now.toISOString();
  if (status === 'PAUSED' && !isMoving(batch) && paused)
    return addSeconds(new Date(paused.at), pausedSeconds);
  // With the grace time, the message comes first. resume-stalled then only acts if the message was lost.
  const grace = isSoon(batch) ? graceSeconds : 0;
  return isOver(status) ? undefined : addSeconds(now, grace + stepSeconds);
}

/** Returns whether a worker must process the batch again soon. */
export function isMoving({ status, tallies }: Pick<Batch, 'status' | 'tallies'>): boolean {
  if (status === 'PAUSED') return totals(tallies).processing.count > 0;
  return status === 'PAYING' || status === 'STOPPING';
}
