// Carries out users' decisions about a batch: to approve it, to continue it after a pause, or to stop it. Each decision
// is one conditional write; a worker does the rest.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { requirePermissions } from '../account/policy.ts';
import { requireApprover } from '../approval/approvers.ts';
import { refuse } from '../base/errors.ts';
import { whyNotBy } from '../cashout/judge.ts';
import type { Base } from '../platform/deps.ts';
import { approvalOf, isApproved } from '../rules/approvals.ts';
import { type Batch, nextBatchStatus } from './batch.ts';
import type { WithBatches, WithBatchQueue } from './deps.ts';
import { findBatch } from './find-batch.ts';
import { moved, wake } from './next-step.ts';
import { type ApprovalsNow, approvalsNow } from './why-pause.ts';

type Deps = Base & WithAccounts & WithBatches & WithBatchQueue;

/**
 * Approves a batch.
 * @param digest of the content that was shown to the caller; refused if the batch has other content
 */
export function approveBatch(deps: Deps, caller: Identity, id: string, digest: string): Promise<Batch> {
  return decide(deps, caller, id, async (batch) => {
    if (digest !== batch.contentDigest) refuse('content_differs');
    const now = deps.now();
    const at = now.toISOString();
    const approved = nextBatchStatus(batch.status, 'approve');
    if (!approved || batch.approveBy <= at) return refuse('batch_in_wrong_status');
    const before = await readApprovals(deps, batch);
    const { requires, approvals, isEnough } = withOwn(before, caller, batch, at);
    if (!isEnough) return moved(deps, batch, { requires, approvals });
    const isDue = batch.startsAt === undefined || batch.startsAt <= at;
    const status = isDue ? nextBatchStatus(approved, 'start') : approved;
    return moved(deps, batch, { status, requires, approvals, approvedAt: at });
  });
}

const digestMissing = {
  field: 'content_digest',
  message: 'is required, because approvals are missing and this call is one',
};

/**
 * Continues a paused batch. If approvals are missing, the caller's approval is added. The worker may pause the batch
 * again.
 * @param digest of the content that was shown to the caller; required if the resumption is an approval
 */
export function resumeBatch(deps: Deps, caller: Identity, id: string, digest?: string): Promise<Batch> {
  return decide(deps, caller, id, async (batch) => {
    if (digest !== undefined && digest !== batch.contentDigest) refuse('content_differs');
    const status = nextBatchStatus(batch.status, 'resume');
    if (!status) return refuse('batch_in_wrong_status');
    const before = await readApprovals(deps, batch);
    if (!before.isEnough && digest === undefined) refuse('validation_error', [digestMissing]);
    const { requires, approvals } = before.isEnough
      ? batch
      : withOwn(before, caller, batch, deps.now().toISOString());
    return moved(deps, batch, { status, misses: [], requires, approvals, remove: ['stepSeconds'] });
  });
}

/**
 * Stops a batch. A batch that has not started to pay ends. Otherwise, no more lines start, but the cashouts in progress
 * continue.
 */
export function stopBatch(deps: Deps, caller: Identity, id: string, reason: string): Promise<Batch> {
  return decide(deps, caller, id, async (batch) => {
    const status = nextBatchStatus(batch.status, 'stop');
    if (!status) return refuse('batch_in_wrong_status');
    const stopped = { by: caller.userId, at: deps.now().toISOString(), reason };
    return moved(deps, batch, { status, stopped, remove: ['stepSeconds'] });
  });
}

/**
 * Returns why the caller's approval would not count now. Returns undefined if it would count, or if a paused batch
 * needs no approval.
 */
export async function whyNotNow(deps: Base & WithAccounts, caller: Identity, batch: Batch) {
  const before = await readApprovals(deps, batch);
  const needsNone = batch.status === 'PAUSED' && before.isEnough;
  return needsNone ? undefined : whyNotBy(caller.userId, batch.createdBy, before);
}

/**
 * Makes a decision, and sends the batch to a worker.
 * @param write returns undefined if the batch has changed since it was read; then the batch is read again and `write`
 * is called again
 */
async function decide(
  deps: Deps,
  caller: Identity,
  id: string,
  write: (batch: Batch) => Promise<Batch | undefined>,
): Promise<Batch> {
  for (;;) {
    const { row, policy } = await findBatch(deps, caller, id);
    requirePermissions(policy, ['APPROVE']);
    await requireApprover(deps.accounts, caller, row);
    const after = await write(row);
    if (!after) continue;
    await wake(deps, after);
    return after;
  }
}

async function readApprovals(deps: Base & WithAccounts, batch: Batch): Promise<ApprovalsNow> {
  const account = await deps.accounts.get(batch.account);
  return approvalsNow(deps, batch, account?.rules);
}

/** Returns the approvals that count, including the caller's. Refuses the caller if its approval would not count. */
function withOwn(before: ApprovalsNow, caller: Identity, { createdBy }: Batch, at: string): ApprovalsNow {
  const refusal = whyNotBy(caller.userId, createdBy, before);
  if (refusal) refuse(refusal);
  const approvals = [...before.approvals, approvalOf(caller, at)];
  return { ...before, approvals, isEnough: isApproved(before.requires, approvals, createdBy) };
}
