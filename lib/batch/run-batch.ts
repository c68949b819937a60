// Makes one step of a batch. A step may run twice, late or out of order without harm, because it reads the row first
// and every write requires the revision that was read.

import { addSeconds } from '../base/time.ts';
import type { WithPreflights } from '../preflight/preflight-store.ts';
import { type Batch, leaseMs, nextBatchStatus, pausedSeconds } from './batch.ts';
import { batchEvent } from './batch-event.ts';
import type { WithQueues } from './deps.ts';
import { judgeBatch } from './judge-batch.ts';
import { isMoving, isSoon, moved, type Outcome, stepSecondsMin } from './next-step.ts';
import { type PayingDeps, payBatch } from './pay-batch.ts';

type Deps = PayingDeps & WithPreflights & WithQueues;

/** Delay of a message while another worker processes a batch of the account (seconds). */
const leasedSeconds = 2;
/**
 * Time after which the worker that holds a lease has probably crashed, because a step takes only a few seconds (ms).
 */
const longMs = 10_000;

/**
 * Returns how long a message waits for the lease (seconds). If the worker that holds the lease has probably crashed,
 * the message waits once, until the lease expires. With short waits, about twenty messages would be sent one after
 * another, and SQS may duplicate each of them.
 */
const waitSeconds = (leftMs: number): number =>
  leftMs > leaseMs - longMs ? leasedSeconds : Math.max(leasedSeconds, Math.ceil(leftMs / 1_000) + 1);

/**
 * Makes one step.
 * @param revision of the row for which the message was sent. A message for an older revision is dropped, because the
 * newer revision has its own message or is sent by resume-stalled. So each batch has only one chain of messages
 */
export async function runBatch(deps: Deps, id: string, revision?: number): Promise<void> {
  const { batches, queues } = deps;
  const read = await batches.get(id);
  if (!read || (revision !== undefined && revision !== read.revision)) return;
  const lease = await batches.lease(read.account);
  // Another worker processes a batch of the account. If it processes this batch, the row gets a new revision and this
  // message will be dropped.
  if ('freeAt' in lease) return queues.sendBatch(read, waitSeconds(lease.freeAt - deps.now().getTime()));
  try {
    const after = await tell(deps, read.owes ? read : await step(deps, read));
    if (after && isMoving(after) && isSoon(after))
      await queues.sendBatch(after, after.stepSeconds ?? stepSecondsMin);
  } finally {
    // An error is ignored, because the lease expires.
    await batches.release(lease).catch(() => {});
  }
}

async function step(deps: Deps, batch: Batch): Promise<Outcome> {
  const at = deps.now().toISOString();
  const stays = Promise.resolve(batch);
  switch (batch.status) {
    case 'JUDGING':
      return judgeBatch(deps, batch);
    case 'AWAITING_APPROVAL':
      return batch.approveBy <= at ? move(deps, batch, 'expire') : stays;
    case 'SCHEDULED':
      return (batch.startsAt ?? at) <= at ? move(deps, batch, 'start') : stays;
    case 'PAUSED':
      return isForgotten(batch, at) ? stopForgotten(deps, batch, at) : payBatch(deps, batch);
    case 'PAYING':
    case 'STOPPING':
      return payBatch(deps, batch);
    default:
      return stays;
  }
}

const move = (deps: Deps, batch: Batch, command: 'expire' | 'start') =>
  moved(deps, batch, { status: nextBatchStatus(batch.status, command) });

const isForgotten = ({ paused }: Batch, at: string) =>
  paused !== undefined && addSeconds(new Date(paused.at), pausedSeconds) <= at;

const stopForgotten = (deps: Deps, batch: Batch, at: string) =>
  moved(deps, batch, {
    status: nextBatchStatus(batch.status, 'stop'),
    stopped: { at, reason: 'Paused for too long' },
  });

/** Sends the event that a step requires. The event's id comes from the step, so the event is recorded once. */
async function tell(deps: Deps, batch: Outcome): Promise<Outcome> {
  if (!batch?.owes) return batch;
  await deps.queues.sendAccountEvent(batchEvent(batch, batch.owes));
  return moved(deps, batch, { remove: ['owes'] });
}
