// Stores a batch in one transaction; after that, a worker judges it. A call with the same key and content returns the
// same batch.

import type { Identity } from '../access/tokens.ts';
import type { WithAccounts } from '../account/deps.ts';
import { findAccount } from '../account/find-account.ts';
import { requirePermissions } from '../account/policy.ts';
import { chunks } from '../base/chunks.ts';
import { refuse, refuseSaying, sayDiffering, wordsOf } from '../base/errors.ts';
import { addSeconds, saoPauloDay } from '../base/time.ts';
import { acceptSchedule } from '../cashout/accept-schedule.ts';
import type { Base } from '../platform/deps.ts';
import { requirementOf } from '../rules/approvals.ts';
import { endOf } from '../rules/limits.ts';
import type { Rules } from '../rules/rules.ts';
import { approvalSeconds, type Batch, batchDays, hasPaidNothing, linesPerPage } from './batch.ts';
import { batchIdOf, digestOfContent, digestOfPayouts } from './batch-digest.ts';
import type { WithBatches, WithBatchQueue } from './deps.ts';
import { lineKey } from './line-key.ts';
import { packLines } from './line-pages.ts';
import { againMost, waiting } from './line-progress.ts';
import { batchShard, wake } from './next-step.ts';
import type { BatchContent } from './read-batch.ts';
import { resultsFile } from './results-file.ts';
import { tallyOf } from './tally.ts';

const daySeconds = 86_400;
const [storedBytesMost, answerBytesMost] = [3_800_000, 5_500_000];
/** Maximum number of bytes that the results add to a line of the file. */
const resultBytes = 250;
/** Maximum number of tries if other batches with the same lines are stored at the same time. */
const triesMax = 5;

type Deps = Base & WithAccounts & WithBatches & WithBatchQueue;

/**
 * Creates the batch.
 * @param given the idempotency key in the caller's spelling
 * @param source the batch that the content retries. A batch can be in only one retry at a time
 */
export async function createBatch(
  deps: Deps,
  caller: Identity,
  given: string,
  content: BatchContent,
  source?: Batch,
): Promise<{ batch: Batch; replayed: boolean }> {
  const { account: found, policy } = await findAccount(deps, caller, content.account);
  requirePermissions(policy, ['CREATE']);
  const key = given.toLowerCase();
  const known = await deps.batches.get(batchIdOf(caller.companyId, content.account, key));
  if (known) return replay(known, content);
  if (found.status === 'CLOSED') refuse('account_not_found');
  const startsAt = acceptSchedule(deps, content);
  const batch = newBatch(deps, caller, key, content, startsAt, found.rules);
  refuseSameKeys(key, content);
  const pages = packLines(content.lines);
  refuseLarge(batch, content, pages);

  await refuseRetried(deps, source);
  const [day, lines] = [saoPauloDay(batch.createdAt), digestOfPayouts(content.lines)];
  for (let tries = 0; tries < triesMax; tries++) {
    const seen = await deps.batches.findSame(batch.account, lines);
    const row = seen ? { ...batch, sameLinesAs: seen } : batch;
    const most = deps.config.BATCHES_PER_DAY;
    // The last try stores the batch even if another batch with the same lines was stored after the one that was read.
    const isLast = tries === triesMax - 1;
    const result = await deps.batches.insert(row, pages, { day, most, lines, seen, isLast, source });
    if (result === 'full') refuseSaying('too_many_batches', { retryAfterSeconds: dayLeft(deps.now()) });
    if (result === 'retried') refuse('batch_retried_already');
    if (result === 'other') continue;
    if (result) return replay(result, content);
    await wake(deps, row);
    deps.metrics.count('BatchesCreated');
    return { batch: row, replayed: false };
  }
  return refuse('unavailable');
}

/** Returns the seconds until the next day in São Paulo. */
const dayLeft = (now: Date): number =>
  Math.ceil((Date.parse(endOf('per_day', now.toISOString())) - now.getTime()) / 1_000);

/** Refuses a second retry of a batch. An earlier retry that ended without a payment does not count. */
async function refuseRetried({ batches }: Deps, source: Batch | undefined): Promise<void> {
  if (!source?.retriedAs) return;
  const before = await batches.get(source.retriedAs);
  if (!before || !hasPaidNothing(before.status))
    refuseSaying('batch_retried_already', {
      detail: `${wordsOf('batch_retried_already')} as ${source.retriedAs}`,
    });
}

/**
 * Refuses lines with the same key. A key that the caller gave to one line may equal the key that is derived for another
 * line, now or if that line has to wait again. Derived keys differ from each other, so without given keys nothing is
 * computed.
 */
function refuseSameKeys(key: string, { lines }: BatchContent): void {
  if (lines.every(({ idempotencyKey }) => idempotencyKey === undefined)) return;
  const tries = Array.from({ length: againMost + 1 }, (_, again) => again);
  const keys = lines.flatMap((line) => tries.map((again) => lineKey(key, line, again).toLowerCase()));
  if (new Set(keys).size < keys.length)
    refuse('validation_error', [
      { field: 'idempotency_key', message: 'must differ from the keys of all other lines' },
    ]);
}

/**
 * Refuses a batch that is too large. A DynamoDB transaction has at most 4 MB. A Lambda answer has at most 6 MB,
 * including the JSON around the text.
 */
function refuseLarge(batch: Batch, { lines }: BatchContent, pages: readonly Uint8Array[]): void {
  const stored = pages.reduce((sum, { length }) => sum + length, 0);
  const all = lines.map((line, index) => ({ ...line, record: index + 1, progress: waiting }));
  const answer = Buffer.byteLength(JSON.stringify(resultsFile(batch, all))) + lines.length * resultBytes;
  if (stored > storedBytesMost || answer > answerBytesMost)
    refuse('validation_error', [
      { field: 'body', message: 'is too large to be stored: send it as two batches' },
    ]);
}

function replay(known: Batch, content: BatchContent) {
  if (known.contentDigest !== digestOfContent(content))
    refuseSaying('idempotency_conflict', sayDiffering(['the content of the batch']));
  return { batch: known, replayed: true };
}

function newBatch(
  { config, now: clock }: Deps,
  { companyId, userId }: Identity,
  key: string,
  content: BatchContent,
  startsAt: string | undefined,
  rules: Rules = {},
): Batch {
  const { account, name, scheduledFor, lines, totalCents, retryOf } = content;
  const now = clock();
  const createdAt = now.toISOString();
  const latest = addSeconds(now, Math.min(approvalSeconds, rules.expireNewSeconds ?? approvalSeconds));
  const lastDay = addSeconds(new Date(startsAt ?? createdAt), batchDays * daySeconds);
  const id = batchIdOf(companyId, account, key);
  return {
    id,
    companyId,
    account,
    status: 'JUDGING',
    ...(name ? { name } : {}),
    ...(retryOf ? { retryOf } : {}),
    ...(scheduledFor ? { scheduledFor } : {}),
    ...(startsAt ? { startsAt } : {}),
    lineCount: lines.length,
    totalCents,
    key,
    contentDigest: digestOfContent(content),
    createdAt,
    createdBy: userId,
    requires: requirementOf(rules, totalCents),
    approvals: [],
    approveBy: [latest, startsAt ?? latest].toSorted()[0] as string,
    tallies: chunks(lines, linesPerPage).map((some) =>
      tallyOf(some.map((line) => ({ ...line, progress: waiting }))),
    ),
    revision: 0,
    dueAt: addSeconds(now, config.RESUME_AFTER_SECONDS),
    shard: batchShard(id),
    resumes: 0,
    expiresAt: Math.floor(Date.parse(lastDay) / 1000),
  };
}
